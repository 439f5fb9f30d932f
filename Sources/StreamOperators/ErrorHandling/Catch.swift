public import StreamCore

extension Publisher {
  /// Replaces a failed publisher with another.
  ///
  ///     upstream      --1--2--#
  ///     other                 ^-8--9--|
  ///     catch { _ in other }
  ///     downstream    --1--2----8--9--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// enum FeedError: Error { case offline }
  /// let cancellable = Fail<String, FeedError>(error: .offline)
  ///   .catch { error in Just("cached page, because we are \(error)") }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to go on with another publisher after a failure: a cache, a second server. Nothing switches back: after the
  /// first failure upstream is over. Behind `flatMap` that ends the whole stream; to go on with the next element put
  /// `catch` into the closure, on the publisher of each element.
  ///
  /// - **Demand**: passed upstream; the demand outstanding when upstream fails is carried over to the replacement.
  /// - **Completion**: upstream's, or the replacement's. Nothing switches back to upstream.
  /// - **Failure**: upstream's failure switches to the replacement, whose own failure is passed on.
  /// - **Threads**: `handler` runs where upstream fails, never under a lock.
  ///
  /// - Parameter handler: Returns the replacement for a failure.
  /// - Returns: A publisher of upstream's elements, followed by those of the replacement after a failure.
  @inlinable
  @preconcurrency
  public func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that replaces a failed publisher with another.
  @frozen
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher, ReleasingPublisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// The publisher that may fail.
    public let upstream: Upstream

    /// Returns the replacement for a failure.
    public let handler: @Sendable (Upstream.Failure) -> NewPublisher

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        RecoveringInner<Upstream.Failure, NewPublisher, S>(
          "Catch", downstream: subscriber, recover: handler))
    }
  }
}

extension Publishers.Catch: Sendable where Upstream: Sendable {}
