public import StreamCore

extension Publisher {
  /// Replaces a failed publisher with another, or fails with an error thrown.
  ///
  ///     upstream      --1--2--#
  ///     other                 ^-8--#
  ///     tryCatch { _ in other }
  ///     downstream    --1--2----8--#
  ///
  /// - **Demand**: passed upstream; the demand outstanding when upstream fails is carried over to the replacement.
  /// - **Completion**: upstream's, or the replacement's. Nothing switches back to upstream.
  /// - **Failure**: upstream's failure switches to the replacement; an error thrown, or the replacement's failure, is
  ///   passed on.
  /// - **Threads**: `handler` runs where upstream fails, never under a lock.
  ///
  /// - Parameter handler: Returns the replacement for a failure, or throws.
  /// - Returns: A publisher of upstream's elements, followed by those of the replacement after a failure.
  @inlinable
  @preconcurrency
  public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that replaces a failed publisher with another, or fails with an error thrown.
  ///
  /// Its failure type is `any Error`, for the replacement's failures and the errors thrown.
  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = TryCatchPublisher<
    Upstream, NewPublisher, any Error
  >
  where Upstream.Output == NewPublisher.Output
}

/// A publisher that replaces a failed publisher with another, or fails with an error thrown.
///
/// `Failure` is the type of the replacement's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryCatch``, it is `any Error`.
@frozen
public struct TryCatchPublisher<Upstream: Publisher, NewPublisher: Publisher, Failure: Error>: Publisher,
  ReleasingPublisher
where Upstream.Output == NewPublisher.Output {
  public typealias Output = Upstream.Output

  /// The publisher that may fail.
  public let upstream: Upstream

  /// Returns the replacement for a failure, or throws.
  public let handler: @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher)
  where Failure == any Error {
    self.init(upstream, handler: handler)
  }

  // `NewPublisher` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher) {
    self.upstream = upstream
    self.handler = handler
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      RecoveringInner<Upstream.Failure, NewPublisher, S>(
        "TryCatch", downstream: subscriber, convert: { $0.converted() }, recover: handler))
  }
}

extension TryCatchPublisher: Sendable where Upstream: Sendable {}
