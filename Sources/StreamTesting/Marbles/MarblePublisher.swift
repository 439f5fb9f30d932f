public import StreamCore
internal import StreamSchedulers

/// A publisher that plays a marble diagram in virtual time, and records when it is cancelled.
///
/// Ticks count from the subscription. What the diagram shows before a `^` is not played.
///
/// - **Demand**: not heeded, as an uncontrolled source would not; elements without demand are lost.
/// - **Completion**: at its tick.
/// - **Failure**: at its tick.
/// - **Threads**: delivers on the thread that moves the clock.
public struct MarblePublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  let scheduler: TestScheduler
  let tick: VirtualTime.Stride
  let script: [(tick: Int, signal: Signal<Output, Failure>)]
  let cancels = EventLog()

  /// What upstream has seen of the streams so far: each cancel, with the tick since its subscription.
  public var upstream: Marbles { Marbles(events: cancels.events) }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subject = PassthroughSubject<Output, Failure>()
    let began = scheduler.now
    let watched = CancelWatch(downstream: subscriber) { [scheduler, tick, cancels] in
      cancels.append(.cancel, at: scheduler.now.ticks(since: began, each: tick))
    }
    subject.subscribe(watched)
    for (number, signal) in script where number >= 0 {
      scheduler.schedule(after: began.advanced(by: tick * .nanoseconds(number))) { subject.send(signal) }
    }
  }
}

/// Events that somebody else reads.
final class EventLog: Sendable {
  private let state = Locked<[Marbles.Event]>([])

  var events: [Marbles.Event] { state.value }

  func append(_ symbol: Marbles.Symbol, at tick: Int) {
    state.withLock { $0.append(Marbles.Event(tick: tick, symbol: symbol)) }
  }
}

extension VirtualTime {
  /// How many whole ticks have passed.
  func ticks(since start: VirtualTime, each tick: Stride) -> Int {
    start.distance(to: self).magnitude / tick.magnitude
  }
}

extension PassthroughSubject {
  func send(_ signal: Signal<Output, Failure>) {
    switch signal {
    case .subscription: break
    case .input(let input): send(input)
    case .completion(let completion): send(completion: completion)
    }
  }
}

/// Passes signals on, and tells of a cancel.
private struct CancelWatch<Downstream: Subscriber>: ForwardingSubscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let onCancel: @Sendable () -> Void

  var description: String { "Marbles" }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: WatchedSubscription(subscription, onCancel: onCancel))
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }
}

// Sendable: what changes is under the lock.
private final class WatchedSubscription: Subscription, SubscriptionDescription, @unchecked Sendable {
  private let subscription: any Subscription
  private let onCancel: Locked<(@Sendable () -> Void)?>

  init(_ subscription: any Subscription, onCancel: @escaping @Sendable () -> Void) {
    self.subscription = subscription
    self.onCancel = Locked(onCancel)
  }

  var description: String { "Marbles" }

  func request(_ demand: Subscribers.Demand) {
    subscription.request(demand)
  }

  func cancel() {
    onCancel.exchange(nil)?()
    subscription.cancel()
  }
}
