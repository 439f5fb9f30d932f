extension Publisher {
  /// Erases the type of this publisher, to hide the implementation of an API.
  ///
  ///     upstream      --1--2--3--|
  ///     eraseToAnyPublisher()
  ///     downstream    --1--2--3--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// func titles() -> AnyPublisher<String, Never> {
  ///   ["a", "b"].publisher.map { $0.uppercased() }.eraseToAnyPublisher()
  /// }
  /// let cancellable = titles().sink { print($0) }
  /// ```
  ///
  /// Use it for what a function or a property returns, so that its type does not show the operators inside. Erase once,
  /// at the end of what a function returns: an erased stage in the middle adds a call for each element.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A type-erased publisher that behaves like this one.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// A type-erased publisher. It forwards every signal unchanged, and has no `send` even if it wraps a subject.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// A closure, not a box: the compiler specialises it for the wrapped publisher's concrete type.
  @usableFromInline let attach: (AnySubscriber<Output, Failure>) -> Void

  /// The wrapped publisher's chain, if it is one, so that appending to it need not nest it.
  @usableFromInline package let chain: PublisherChain<Output, Failure>?

  /// Erases the type of `publisher`.
  ///
  /// - Parameter publisher: The publisher to wrap. An `AnyPublisher` is not wrapped again.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      self = erased
    } else {
      attach = { publisher.subscribe($0) }
      chain = nil
    }
  }

  /// Wraps a chain.
  @inlinable
  package init(chain: PublisherChain<Output, Failure>, attach: @escaping (AnySubscriber<Output, Failure>) -> Void) {
    self.chain = chain
    self.attach = attach
  }

  /// Attaches `subscriber` to the wrapped publisher.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }
}

extension AnyPublisher: ChainedPublisher {}

// The wrapped publisher is not known to be Sendable. Nearly every publisher of Sendable values is, and without this
// conformance each capture of an erased publisher would be diagnosed. A client that wraps a publisher of its own which
// is not Sendable is responsible for sharing it safely.
extension AnyPublisher: @unchecked Sendable where Output: Sendable {}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  /// `AnyPublisher`.
  public var description: String { "AnyPublisher" }

  /// `AnyPublisher`.
  public var playgroundDescription: Any { description }
}
