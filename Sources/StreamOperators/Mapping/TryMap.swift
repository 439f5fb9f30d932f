public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that may throw.
  ///
  ///     upstream      --1--2--3--|
  ///     tryMap { $0 < 3 ? $0 * 2 : throw e }
  ///     downstream    --2--4--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element, or throws.
  /// - Returns: A publisher of the transformed elements, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element with a closure that may throw.
  @frozen
  public struct TryMap<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Transforms an element, or throws.
    public let transform: @Sendable (Upstream.Output) throws -> Output

    /// Creates a publisher that transforms the elements of another, up to the first error thrown.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Transforms an element, or throws.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      upstream.subscribe(
        TryMappingInner<Upstream.Output, Upstream.Failure, S>(
          downstream: subscriber, name: "TryMap", transform: transform))
    }
  }
}

extension Publishers.TryMap: Sendable where Upstream: Sendable {}
