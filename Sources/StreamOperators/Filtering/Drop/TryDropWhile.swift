public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops elements until one fails a test that may throw; that one and all that follow are republished.
  ///
  ///     upstream      --1--2--0--7--|
  ///     tryDrop { guard $0 > 0 else { throw MarbleFailure() }; return $0 < 5 }
  ///     downstream    --------#
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock, and not again once it has returned
  ///   `false`.
  ///
  /// - Parameter predicate: Returns `true` as long as elements should be dropped, or throws.
  /// - Returns: A publisher of the elements from the first that fails `predicate` on.
  @inlinable
  @preconcurrency
  public func tryDrop(while predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the elements of another until one fails a test that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryDropWhile<Upstream: Publisher> = TryDropWhilePublisher<Upstream, any Error>
}

/// A publisher that drops the elements of another until one fails a test that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryDropWhile``, it is `any Error`.
@frozen
public struct TryDropWhilePublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose first elements are dropped.
  public let upstream: Upstream

  /// Returns `true` as long as elements should be dropped, or throws.
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
    let isOpen = SerialState(false)
    let inner = SelectingInner("TryDropWhile", to: subscriber) { [predicate] input throws(Failure) in
      if !isOpen.value, try predicate(input) { return .drop }
      isOpen.value = true
      return .pass
    }
    upstream.subscribe(inner.receivingFailures("TryDropWhile", of: Upstream.Failure.self))
  }
}

extension TryDropWhilePublisher: Sendable where Upstream: Sendable {}
