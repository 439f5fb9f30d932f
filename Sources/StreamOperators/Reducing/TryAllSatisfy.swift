public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether all elements satisfy a predicate that may throw.
  ///
  ///     upstream      --1--2--0--3--|
  ///     tryAllSatisfy { guard $0 > 0 else { throw MarbleFailure() }; return $0 < 3 }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element does not satisfy the predicate,
  ///   cancelling upstream, or when upstream finishes.
  /// - **Failure**: passed on, without a result; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for an element that meets the condition, or throws.
  /// - Returns: A publisher of `true` or `false`; it delivers `true` if there was no element.
  @inlinable
  @preconcurrency
  public func tryAllSatisfy(
    _ predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that delivers whether all elements of another satisfy a predicate that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryAllSatisfy<Upstream: Publisher> = TryAllSatisfyPublisher<Upstream, any Error>
}

/// A publisher that delivers whether all elements of another satisfy a predicate that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryAllSatisfy``, it is `any Error`.
@frozen
public struct TryAllSatisfyPublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  /// Whether all elements satisfy the predicate.
  public typealias Output = Bool

  /// The publisher whose elements are tested.
  public let upstream: Upstream

  /// Returns `true` for an element that meets the condition, or throws.
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
    let result = SerialState(true)
    let reducing = ReducingInner<Upstream.Output, S>("TryAllSatisfy", to: subscriber) {
      [predicate] input throws(Failure) in
      guard try predicate(input) else {
        result.value = false
        return true
      }
      return false
    } complete: {
      result.value
    }
    upstream.subscribe(reducing.receivingFailures("TryAllSatisfy", of: Upstream.Failure.self))
  }
}

extension TryAllSatisfyPublisher: Sendable where Upstream: Sendable {}
