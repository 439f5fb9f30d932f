extension Publishers {
  /// A publisher that transforms each element with a closure.
  ///
  /// The type stands in the kernel, because operators of several families return it.
  @frozen
  public struct Map<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Makes a new element of each element.
    public let transform: @Sendable (Upstream.Output) -> Output

    /// Makes a publisher that transforms the elements of another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Makes a new element of each element.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(MappingInner("Map", to: subscriber, transform: transform))
    }
  }
}

extension Publishers.Map: Sendable where Upstream: Sendable {}
