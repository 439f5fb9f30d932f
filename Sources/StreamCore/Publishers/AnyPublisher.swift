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
public struct AnyPublisher<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// A closure rather than a box, because it was made for the hidden publisher's very type.
  @usableFromInline let attach: (AnySubscriber<Output, Failure>) -> Void

  /// What is hidden, if that is a chain, so that one who adds to it need not nest it.
  @usableFromInline package let chain: PublisherChain<Output, Failure>?

  /// Hides the type of `publisher`.
  ///
  /// - Parameter publisher: The publisher to wrap. One that hides a type already is not wrapped again.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      self = erased
    } else {
      attach = { publisher.subscribe($0) }
      chain = nil
    }
  }

  /// Hides a chain.
  @inlinable
  package init(
    chain: PublisherChain<Output, Failure>, attach: @escaping (AnySubscriber<Output, Failure>) -> Void
  ) {
    self.chain = chain
    self.attach = attach
  }

  /// Attaches `subscriber` to the hidden publisher.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }
}

extension AnyPublisher: ChainedPublisher {}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  /// `AnyPublisher`.
  public var description: String { "AnyPublisher" }

  /// `AnyPublisher`.
  public var playgroundDescription: Any { description }
}
