public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the first element that satisfies a predicate that may throw, then finishes.
  ///
  ///     upstream      --1--0--7--|
  ///     tryFirst { guard $0 > 0 else { throw MarbleFailure() }; return $0 > 5 }
  ///     downstream    -----#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream is cancelled; without one, when upstream finishes.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element, or throws.
  /// - Returns: A publisher of the first element that satisfies `predicate`, if there is one.
  @inlinable
  @preconcurrency
  public func tryFirst(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the first element of another that satisfies a predicate that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryFirstWhere<Upstream: Publisher> = TryFirstWherePublisher<Upstream, any Error>
}

/// A publisher that republishes the first element of another that satisfies a predicate that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryFirstWhere``, it is `any Error`.
@frozen
public struct TryFirstWherePublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose elements are tested.
  public let upstream: Upstream

  /// Returns `true` for a matching element, or throws.
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
    let first = SerialState(Output?.none)
    let reducing = ReducingInner<Output, S>("TryFirstWhere", to: subscriber) {
      [predicate] input throws(Failure) in
      guard try predicate(input) else { return false }
      first.value = input
      return true
    } complete: {
      first.value.take()
    }
    upstream.subscribe(reducing.receivingFailures("TryFirstWhere", of: Upstream.Failure.self))
  }
}

extension TryFirstWherePublisher: Sendable where Upstream: Sendable {}
