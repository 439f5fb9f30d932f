public import StreamCore

/// A publisher of what a closure sends, at once or later, to a subject that is made for each subscriber.
///
///     request                                              -----1
///     DeferredPassthrough { s in                           -----12|
///       s.send(1)
///       s.send(2)
///       s.send(completion: .finished)
///     }
///
/// The subscriber is attached to the subject, and its demand known, before the closure runs. The closure may keep the
/// subject, weakly too, and send from any thread: the subscription keeps it until the stream ends or is cancelled.
///
/// - **Demand**: the closure waits for it, and runs once; a value that is sent without demand is lost.
/// - **Completion**: when the closure sends it.
/// - **Failure**: when the closure sends it.
/// - **Threads**: the closure runs on the thread that requests, never under a lock; delivers on the one that sends.
@frozen
public struct DeferredPassthrough<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// Sends to the subject, or sees to it that somebody does; runs once for each subscriber.
  public let setup: @Sendable (PassthroughSubject<Output, Failure>) -> Void

  /// Makes a publisher of what a closure sends.
  ///
  /// - Parameter setup: Sends to the subject, or sees to it that somebody does; runs once for each subscriber.
  @inlinable
  @preconcurrency
  public init(_ setup: @escaping @Sendable (PassthroughSubject<Output, Failure>) -> Void) {
    self.setup = setup
  }

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DeferredSource.serve(subscriber, as: "DeferredPassthrough") { [setup] source in
      let subject = PassthroughSubject<Output, Failure>()
      subject.subscribe(source)
      setup(subject)
    }
  }
}

extension DeferredPassthrough: Sendable {}
