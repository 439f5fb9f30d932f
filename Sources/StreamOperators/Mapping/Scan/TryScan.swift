public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements with a closure that may throw, and delivers each result.
  ///
  ///     upstream      --1--2--3--9--1--|
  ///     tryScan(_:_:)
  ///     downstream    --1--3--6--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; without an element there is no result.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `nextPartialResult` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initialResult: The value to accumulate the first element into; it is not delivered itself.
  ///   - nextPartialResult: Combines the previous result and an element into the next result, or throws.
  /// - Returns: A publisher of the results, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that accumulates the elements of another with a closure that may throw, and delivers each result.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryScan<Upstream: Publisher, Output> = TryScanPublisher<Upstream, Output, any Error>
}

/// A publisher that accumulates the elements of another with a closure that may throw, and delivers each result.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryScan``, it is `any Error`.
@frozen
public struct TryScanPublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  /// The value to accumulate the first element into.
  public let initialResult: Output

  /// Combines the previous result and an element into the next result, or throws.
  public let nextPartialResult: @Sendable (Output, Upstream.Output) throws(Failure) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, initialResult: Output,
    nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
  ) where Failure == any Error {
    self.init(upstream, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(
    _ upstream: Upstream, initialResult: Output,
    nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output
  ) {
    self.upstream = upstream
    self.initialResult = initialResult
    self.nextPartialResult = nextPartialResult
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let result = SerialState(initialResult)
    upstream.subscribe(
      TryMappingInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, name: "TryScan") {
        [nextPartialResult] input throws(Failure) in
        let next = try nextPartialResult(result.value, input)
        result.value = next
        return next
      })
  }
}

extension TryScanPublisher: Sendable where Upstream: Sendable, Output: Sendable {}
