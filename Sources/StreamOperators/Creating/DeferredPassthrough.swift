public import StreamCore

/// A publisher of the values that a closure sends, now or later, to a subject created for each subscriber.
///
///     DeferredPassthrough { subject in
///       subject.send(1)
///       subject.send(2)
///       subject.send(completion: .finished)
///     }
///
///     demand        -----2
///     subscriber    -----(12|)
///
/// The subscriber is attached to the subject, with its demand, before the closure runs. The closure may store the
/// subject, also weakly, and send from any thread: the subscription retains the subject until the stream ends or is
/// cancelled.
///
/// - **Demand**: the first request runs the closure, once; a value that is sent without demand is dropped.
/// - **Completion**: when it is sent to the subject.
/// - **Failure**: when it is sent to the subject.
/// - **Threads**: the closure runs on the requesting thread, never under a lock; values are delivered on the
///   sending thread.
@frozen
public struct DeferredPassthrough<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Sends to the subject, or stores it to send later. Runs once for each subscriber.
  public let setup: @Sendable (PassthroughSubject<Output, Failure>) -> Void

  /// Creates a publisher of the values that a closure sends.
  ///
  /// - Parameter setup: Sends to the subject, or stores it to send later. Runs once for each subscriber.
  @inlinable
  @preconcurrency
  public init(_ setup: @escaping @Sendable (PassthroughSubject<Output, Failure>) -> Void) {
    self.setup = setup
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DeferredInner.serve(subscriber, as: "DeferredPassthrough") { [setup] source in
      let subject = PassthroughSubject<Output, Failure>()
      subject.subscribe(source)
      setup(subject)
    }
  }
}

extension DeferredPassthrough: Sendable {}
