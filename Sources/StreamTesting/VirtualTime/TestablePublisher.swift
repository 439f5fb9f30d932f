public import StreamCore

/// A publisher that sends signals at virtual times, whatever has been asked for.
///
/// - **Demand**: not heeded, as an uncontrolled source would not; values without demand are lost.
/// - **Completion**: at its time.
/// - **Failure**: at its time.
/// - **Threads**: delivers on the thread that moves the clock.
public struct TestablePublisher<Output: Sendable, Failure: Error>: Publisher {
  /// From when the times count.
  enum Origin: Sendable {
    case zero, subscription
  }

  let scheduler: TestScheduler
  let origin: Origin
  let script: TestSequence<Output, Failure>

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subject = PassthroughSubject<Output, Failure>()
    let now = scheduler.now
    subject.subscribe(subscriber)
    for (time, signal) in script.elements {
      let due = origin == .zero ? time : now.advanced(by: time.sinceZero)
      // Signals of the past have been missed.
      guard due >= now else { continue }
      scheduler.schedule(after: due) { subject.send(signal) }
    }
  }
}

extension TestablePublisher: Sendable {}
