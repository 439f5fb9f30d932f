extension Publishers {
  /// A publisher that transforms each element with a closure.
  ///
  /// The type is declared in the kernel because operators of several families return it.
  @frozen
  public struct Map<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// The type of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Transforms an element.
    public let transform: @Sendable (Upstream.Output) -> Output

    /// Creates a publisher that transforms the elements of another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Transforms an element.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(MappingInner("Map", to: subscriber, transform: transform))
    }
  }
}

extension Publishers.Map: Sendable where Upstream: Sendable {}
