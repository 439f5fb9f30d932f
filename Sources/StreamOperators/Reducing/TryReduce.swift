public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements with a closure that may throw, and delivers the last result.
  ///
  ///     upstream      --1--2--3--|
  ///     tryReduce(0) { $1 < 4 ? $0 + $1 : throw e }
  ///     downstream    -----------6|
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
  @frozen
  public struct TryReduce<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are accumulated.
    public let upstream: Upstream

    /// The value to accumulate the first element into.
    public let initial: Output

    /// Combines the previous result and an element into the next result, or throws.
    public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

    /// Creates a publisher that accumulates the elements of another with a closure that may throw.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are accumulated.
    ///   - initial: The value to accumulate the first element into.
    ///   - nextPartialResult: Combines the previous result and an element into the next result, or throws.
    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      let result = SerialState(initial)
      let reducing = ReducingInner<Upstream.Output, S>("TryReduce", to: subscriber) {
        [nextPartialResult] input throws(any Error) in
        result.value = try nextPartialResult(result.value, input)
        return false
      } complete: {
        result.value
      }
      upstream.subscribe(reducing.widening("TryReduce", from: Upstream.Failure.self))
    }
  }
}

extension Publishers.TryReduce: Sendable where Upstream: Sendable, Output: Sendable {}
