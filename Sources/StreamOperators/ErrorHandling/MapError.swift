public import StreamCore

extension Publisher {
  /// Transforms a failure with a closure.
  ///
  ///     upstream      --1--2--#
  ///     mapError { LoadError(cause: $0) }
  ///     downstream    --1--2--#
  ///     # = LoadError(cause: #)
  ///
  /// ```swift
  /// import Streams
  ///
  /// enum FeedError: Error { case server(status: Int) }
  /// struct Status: Error { let code: Int }
  /// let cancellable = Fail<String, Status>(error: Status(code: 503))
  ///   .mapError { FeedError.server(status: $0.code) }
  ///   .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
  /// ```
  ///
  /// Use it to give the failures of several layers one type. It changes the failure, and does not stop it: the stream
  /// still ends. To go on use `catch` or `replaceError(with:)`.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: transformed.
  /// - **Threads**: `transform` runs where upstream fails, never under a lock.
  ///
  /// - Parameter transform: Transforms a failure.
  /// - Returns: A publisher of the same elements, which fails with the new error.
  @inlinable
  @preconcurrency
  public func mapError<E: Error>(_ transform: @escaping @Sendable (Failure) -> E) -> Publishers.MapError<Self, E> {
    Publishers.MapError(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms a failure with a closure.
  @frozen
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output

    /// The publisher that may fail.
    public let upstream: Upstream

    /// Transforms a failure.
    public let transform: @Sendable (Upstream.Failure) -> Failure

    @_disfavoredOverload
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, _ map: @escaping @Sendable (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: map)
    }

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FailureMappingInner(downstream: subscriber, description: "MapError", transform: transform))
    }
  }
}

extension Publishers.MapError: Sendable where Upstream: Sendable {}
