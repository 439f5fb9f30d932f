public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the last element that satisfies a predicate that may throw, once upstream has finished.
  ///
  ///     upstream      --7--8--0--9--|
  ///     tryLast { guard $0 > 0 else { throw MarbleFailure() }; return $0 > 5 }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream has finished.
  /// - **Failure**: passed on, without an element; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element, or throws.
  /// - Returns: A publisher of the last element that satisfies `predicate`, if there is one.
  @inlinable
  @preconcurrency
  public func tryLast(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the last element of another that satisfies a predicate that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryLastWhere<Upstream: Publisher> = TryLastWherePublisher<Upstream, any Error>
}

/// A publisher that republishes the last element of another that satisfies a predicate that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryLastWhere``, it is `any Error`.
@frozen
public struct TryLastWherePublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
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
    let last = SerialState(Output?.none)
    let reducing = ReducingInner<Output, S>("TryLastWhere", to: subscriber) {
      [predicate] input throws(Failure) in
      if try predicate(input) { last.value = input }
      return false
    } complete: {
      last.value.take()
    }
    upstream.subscribe(reducing.receivingFailures("TryLastWhere", of: Upstream.Failure.self))
  }
}

extension TryLastWherePublisher: Sendable where Upstream: Sendable {}
