extension Publisher {
  /// Hides the type of this publisher, so that an API does not show what it is made of.
  ///
  /// - Returns: A publisher that does what this one does.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// A publisher that hides the type of another. It passes every signal on unchanged, and has no `send` even where it
/// hides a subject.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let box: PublisherBoxBase<Output, Failure>

  /// Hides the type of `publisher`.
  ///
  /// - Parameter publisher: The publisher to wrap. One that hides a type already is not wrapped again.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    box = (publisher as? AnyPublisher<Output, Failure>)?.box ?? PublisherBox(publisher)
  }

  /// Attaches `subscriber` to the hidden publisher.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    box.subscribe(subscriber)
  }
}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  /// `AnyPublisher`.
  public var description: String { "AnyPublisher" }

  /// `AnyPublisher`.
  public var playgroundDescription: Any { description }
}

@usableFromInline
class PublisherBoxBase<Output, Failure: Error> {
  @inlinable
  init() {}

  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    preconditionFailure("A box without content.")
  }
}

@usableFromInline
final class PublisherBox<Content: Publisher>: PublisherBoxBase<Content.Output, Content.Failure> {
  @usableFromInline let content: Content

  @inlinable
  init(_ content: Content) {
    self.content = content
  }

  @inlinable
  override func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Content.Output, S.Failure == Content.Failure {
    content.subscribe(subscriber)
  }
}
