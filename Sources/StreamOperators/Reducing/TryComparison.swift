public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the largest element, as ordered by a closure that may throw.
  ///
  ///     upstream      --2--3--0--4--|
  ///     tryMax { guard $0 > 0, $1 > 0 else { throw MarbleFailure() }; return $0 < $1 }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `areInIncreasingOrder` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument should be ordered before its
  ///   second, or throws.
  /// - Returns: A publisher of the largest element; of several that are equal, the first.
  @inlinable
  @preconcurrency
  public func tryMax(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Delivers the smallest element, as ordered by a closure that may throw.
  ///
  ///     upstream      --2--3--0--1--|
  ///     tryMin { guard $0 > 0, $1 > 0 else { throw MarbleFailure() }; return $0 < $1 }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `areInIncreasingOrder` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument should be ordered before its
  ///   second, or throws.
  /// - Returns: A publisher of the smallest element; of several that are equal, the first.
  @inlinable
  @preconcurrency
  public func tryMin(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }
}

extension Publishers {
  /// A publisher that delivers the last element of another in the order that a closure that may throw defines.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryComparison<Upstream: Publisher> = TryComparisonPublisher<Upstream, any Error>
}

/// A publisher that delivers the last element of another in the order that a closure that may throw defines.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryComparison``, it is `any Error`.
@frozen
public struct TryComparisonPublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose elements are compared.
  public let upstream: Upstream

  /// Returns `true` if its first argument should be ordered before its second, or throws.
  public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
  ) where Failure == any Error {
    self.init(upstream, areInIncreasingOrder: areInIncreasingOrder)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(
    _ upstream: Upstream,
    areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
  ) {
    self.upstream = upstream
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let result = SerialState(Upstream.Output?.none)
    let isSingle = upstream is any SingleValuePublisher
    let reducing = ReducingInner<Upstream.Output, S>("TryComparison", to: subscriber) {
      [areInIncreasingOrder] input throws(Failure) in
      if isSingle {
        _ = try areInIncreasingOrder(input, input)
      } else if let best = result.value, try !areInIncreasingOrder(best, input) {
        return false
      }
      result.value = input
      return false
    } complete: {
      result.value
    }
    upstream.subscribe(reducing.receivingFailures("TryComparison", of: Upstream.Failure.self))
  }
}

extension TryComparisonPublisher: Sendable where Upstream: Sendable {}
