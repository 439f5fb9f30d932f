public import StreamCore

/// A publisher that plays a marble diagram in virtual time, and records when it is cancelled.
///
/// Ticks count from the subscription. Events before a `^` are not played.
///
/// - **Demand**: ignored, as by an uncontrolled source; elements without demand are dropped.
/// - **Completion**: at its tick.
/// - **Failure**: at its tick.
/// - **Threads**: delivers on the thread that moves the clock.
public struct MarblePublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  let timeline: VirtualTimeline
  let tick: VirtualTime.Stride
  let script: [(tick: Int, signal: Signal<Output, Failure>)]
  let cancelTick: Int?
  let origin: VirtualTime
  let trace = MarbleTrace()

  /// What upstream has observed so far: each cancel, with the tick since its subscription.
  public var upstream: Marbles {
    let events = rows("").flatMap { row -> [Marbles.Event] in
      guard let began = row.marks.first(where: { $0.kind == .subscription })?.time else { return [] }
      return row.marks.filter { $0.kind == .cancel }
        .map { Marbles.Event(tick: $0.time.ticks(since: began, each: tick), symbol: .cancel) }
    }
    return Marbles(events: events)
  }

  /// The signals sent so far, one row per subscription, for drawing.
  ///
  /// Times count from the creation of the publisher.
  ///
  /// - Parameter label: The name of the stream; several rows are numbered.
  /// - Returns: The rows.
  public func rows(_ label: String) -> [MarbleRow] {
    trace.rows(label, valueType: "\(Output.self)", failureType: "\(Failure.self)")
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subject = PassthroughSubject<Output, Failure>()
    let began = timeline.now
    let beganInTrace = VirtualTime(origin.distance(to: began))
    let missed = script.filter { $0.tick < 0 }.map { step in
      MarbleRow.Mark(.init(step.signal), at: beganInTrace.advanced(by: tick * .nanoseconds(step.tick)))
    }
    let row = trace.begin(missed + [MarbleRow.Mark(.subscription, at: beganInTrace)])
    let record: @Sendable (MarbleRow.Mark.Kind) -> Void = { [timeline, trace, origin] kind in
      trace.append(kind, at: VirtualTime(origin.distance(to: timeline.now)), to: row)
    }
    subject.subscribe(CancelRecordingInner(downstream: subscriber) { record(.cancel) })
    for (number, signal) in script where number >= 0 {
      timeline.schedule(after: began.advanced(by: tick * .nanoseconds(number))) {
        record(.init(signal))
        subject.send(signal)
      }
    }
  }
}

extension VirtualTime {
  /// The number of whole ticks since a time.
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

/// Forwards signals, and reports a cancel.
private struct CancelRecordingInner<Downstream: Subscriber>: ForwardingInner {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let onCancel: @Sendable () -> Void

  var description: String { "Marbles" }

  /// The subscription is replaced.
  var _sink: AnyObject? { nil }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: WatchedSubscription(subscription, onCancel: onCancel))
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }
}

// Sendable: mutable state is under the lock.
private final class WatchedSubscription: StageSubscription, @unchecked Sendable {
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
