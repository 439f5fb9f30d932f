public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements with a closure that may throw, and delivers the last result.
  ///
  ///     upstream      --2--3--0--5--|
  ///     tryReduce(60) { guard $1 > 0 else { throw MarbleFailure() }; return $0 / $1 }
  ///     downstream    --------#
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `nextPartialResult` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initialResult: The value to accumulate the first element into, and the result if there is no element.
  ///   - nextPartialResult: Combines the previous result and an element into the next result, or throws.
  /// - Returns: A publisher of the last result.
  @inlinable
  @preconcurrency
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that accumulates the elements of another with a closure that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryReduce<Upstream: Publisher, Output> = TryReducePublisher<Upstream, Output, any Error>
}

/// A publisher that accumulates the elements of another with a closure that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryReduce``, it is `any Error`.
@frozen
public struct TryReducePublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  /// The value to accumulate the first element into.
  public let initial: Output

  /// Combines the previous result and an element into the next result, or throws.
  public let nextPartialResult: @Sendable (Output, Upstream.Output) throws(Failure) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, initial: Output,
    nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
  ) where Failure == any Error {
    self.init(upstream, initial: initial, nextPartialResult: nextPartialResult)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(
    _ upstream: Upstream, initial: Output,
    nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output
  ) {
    self.upstream = upstream
    self.initial = initial
    self.nextPartialResult = nextPartialResult
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let result = SerialState(initial)
    let reducing = ReducingInner<Upstream.Output, S>("TryReduce", to: subscriber) {
      [nextPartialResult] input throws(Failure) in
      result.value = try nextPartialResult(result.value, input)
      return false
    } complete: {
      result.value
    }
    upstream.subscribe(reducing.receivingFailures("TryReduce", of: Upstream.Failure.self))
  }
}

extension TryReducePublisher: Sendable where Upstream: Sendable, Output: Sendable {}
