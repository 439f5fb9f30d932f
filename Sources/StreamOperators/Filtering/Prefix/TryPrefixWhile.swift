public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until one fails a test that may throw, then finishes.
  ///
  ///     upstream      --1--2--0--3--|
  ///     tryPrefix { guard $0 > 0 else { throw MarbleFailure() }; return $0 < 5 }
  ///     downstream    --1--2--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: finishes at the first element that fails, which is not delivered, and cancels upstream.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` as long as elements should be republished, or throws.
  /// - Returns: A publisher of the elements before the first that fails `predicate`.
  @inlinable
  @preconcurrency
  public func tryPrefix(while predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self>
  {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of another until one fails a test that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryPrefixWhile<Upstream: Publisher> = TryPrefixWhilePublisher<Upstream, any Error>
}

/// A publisher that republishes the elements of another until one fails a test that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryPrefixWhile``, it is `any Error`.
@frozen
public struct TryPrefixWhilePublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose elements are tested.
  public let upstream: Upstream

  /// Returns `true` as long as elements should be republished, or throws.
  public let predicate: @Sendable (Upstream.Output) throws(Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool)
  where Failure == any Error {
    self.init(upstream, predicate: predicate)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool) {
    self.upstream = upstream
    self.predicate = predicate
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let inner = SelectingInner("TryPrefixWhile", to: subscriber) { [predicate] input throws(Failure) in
      try predicate(input) ? .pass : .finish
    }
    upstream.subscribe(inner.receivingFailures("TryPrefixWhile", of: Upstream.Failure.self))
  }
}

extension TryPrefixWhilePublisher: Sendable where Upstream: Sendable {}
