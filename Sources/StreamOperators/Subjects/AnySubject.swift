public import StreamCore

/// A subject whose type is hidden.
///
///     send          -1-2-|
///     subject       -1-2-|
///     erased        -1-2-|
///
/// It retains the subject that it forwards to. Where another package has a class of the same name, a scoped import
/// chooses: `import class StreamSubjects.AnySubject`.
///
/// - **Demand**: as the wrapped subject.
/// - **Completion**: as the wrapped subject.
/// - **Failure**: as the wrapped subject.
/// - **Threads**: as the wrapped subject.
public final class AnySubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // Sendable: it is immutable, and forwards to a subject, which takes calls from any thread.
  @usableFromInline let publisher: AnyPublisher<Output, Failure>
  @usableFromInline let sendValue: (Output) -> Void
  @usableFromInline let subject: any Subject<Output, Failure>

  /// Hides the type of a subject.
  ///
  /// - Parameter s: The subject. An `AnySubject` is not wrapped again: its content is.
  @inlinable
  public init<S: Subject>(_ s: S) where S.Output == Output, S.Failure == Failure {
    if let erased = s as? AnySubject<Output, Failure> {
      (publisher, sendValue, subject) = (erased.publisher, erased.sendValue, erased.subject)
    } else {
      (publisher, sendValue, subject) = (AnyPublisher(s), { s.send($0) }, s)
    }
  }

  /// Sends a value to the wrapped subject.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func send(_ value: Output) {
    sendValue(value)
  }

  /// Ends the wrapped subject.
  ///
  /// - Parameter completion: Whether it finished or failed.
  public func send(completion: Subscribers.Completion<Failure>) {
    subject.send(completion: completion)
  }

  /// Attaches an upstream to the wrapped subject.
  ///
  /// - Parameter subscription: The upstream's subscription.
  public func send(subscription: any Subscription) {
    subject.send(subscription: subscription)
  }

  /// Attaches `subscriber` to the wrapped subject.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    publisher.subscribe(subscriber)
  }
}

extension AnySubject: ForwardingSubject {}

extension Subject {
  /// Hides the type of this subject.
  ///
  ///     upstream      -1---2---|
  ///     other         ---7---8---9
  ///     eraseToAnySubject()
  ///     subject       -1-7-2-8-|
  ///     erased        -1-7-2-8-|
  ///
  /// - **Demand**: as of this subject.
  /// - **Completion**: as of this subject.
  /// - **Failure**: as of this subject.
  /// - **Threads**: as of this subject.
  ///
  /// - Returns: A subject that forwards to this one; this subject itself, if its type is already hidden.
  @_disfavoredOverload
  public func eraseToAnySubject() -> AnySubject<Output, Failure> {
    self as? AnySubject<Output, Failure> ?? AnySubject(self)
  }
}
