public import StreamCore

extension Publisher {
  /// Replaces a publisher that fails by another.
  ///
  ///     upstream      --1--2--#
  ///     catch { _ in Just(9) }
  ///     downstream    --1--2--9|
  ///
  /// - **Demand**: passed upstream; what is outstanding when upstream fails is asked of the replacement.
  /// - **Completion**: that of upstream, or of the replacement. There is no way back to upstream.
  /// - **Failure**: upstream's leads to the replacement; the replacement's is passed on.
  /// - **Threads**: `handler` runs where upstream fails, never under a lock.
  ///
  /// - Parameter handler: Makes the replacement, of the failure.
  /// - Returns: A publisher of what upstream delivers, then of what the replacement does.
  @inlinable
  @preconcurrency
  public func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that replaces a publisher that fails by another.
  @frozen
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher, ReleasingPublisher
  where Upstream.Output == NewPublisher.Output {
    /// The kind of value that both publishers deliver.
    public typealias Output = Upstream.Output

    /// The kind of error that the replacement may fail with.
    public typealias Failure = NewPublisher.Failure

    /// The publisher that may fail.
    public let upstream: Upstream

    /// Makes the replacement, of the failure.
    public let handler: @Sendable (Upstream.Failure) -> NewPublisher

    /// Makes a publisher that replaces a publisher that fails by another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that may fail.
    ///   - handler: Makes the replacement, of the failure.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        RecoveringInner<Upstream.Failure, NewPublisher, S>(
          "Catch", downstream: subscriber, recover: handler))
    }
  }
}

extension Publishers.Catch: Sendable where Upstream: Sendable {}
