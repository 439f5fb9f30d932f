public import StreamCore

/// A publisher that sends signals at virtual times, regardless of demand.
///
/// - **Demand**: ignored, as by an uncontrolled source; values without demand are dropped.
/// - **Completion**: at its time.
/// - **Failure**: at its time.
/// - **Threads**: delivers on the thread that moves the clock.
public struct TestablePublisher<Output: Sendable, Failure: Error>: Publisher {
  /// The origin of the times.
  enum Origin: Sendable {
    case zero, subscription
  }

  let scheduler: TestScheduler
  let origin: Origin
  let script: TestSequence<Output, Failure>

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subject = PassthroughSubject<Output, Failure>()
    let now = scheduler.now
    subject.subscribe(subscriber)
    for (time, signal) in script.elements {
      let due = origin == .zero ? time : now.advanced(by: time.sinceZero)
      // Signals due before the subscription are missed.
      guard due >= now else { continue }
      scheduler.schedule(after: due) { subject.send(signal) }
    }
  }
}

extension TestablePublisher: Sendable {}
