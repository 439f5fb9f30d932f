internal import Dispatch
internal import StreamCore

/// A subscription that delivers on a queue of its own.
protocol QueuedSubscription<Downstream>: StageSubscription, Pumped {
  associatedtype Downstream: Subscriber

  var state: Locked<QueuedState<Downstream>> { get }

  /// Inactive until the handover ends, so that no signal overlaps with it (rule 3).
  var queue: DispatchQueue { get }
}

/// What any thread may change.
struct QueuedState<Downstream: Subscriber> {
  /// The receiver; `nil` after the end.
  var downstream: Downstream?
  var demand = Subscribers.Demand.none
}

/// The non-generic interface called from the queue: a subscriber's type need not be `Sendable`, so `@Sendable` closures
/// must not capture the generic class.
protocol Pumped: AnyObject, Sendable {
  /// Delivers what there is, and is requested.
  func pump()

  /// Releases what is open.
  func stop()
}

extension QueuedSubscription {
  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  func endHandover() {
    queue.activate()
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.demand += demand }
    schedule()
  }

  func cancel() {
    guard end() != nil else { return }
    let pumped: any Pumped = self
    queue.async { pumped.stop() }
  }

  func schedule() {
    let pumped: any Pumped = self
    queue.async { pumped.pump() }
  }

  /// Ends the stream with a completion, on the queue.
  func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    stop()
    end()?.receive(completion: completion)
  }

  /// - Returns: The downstream to complete; `nil` if the stream had ended before.
  private func end() -> Downstream? {
    state.withLock { $0.downstream.take() }
  }

  var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.value.demand] }
}
