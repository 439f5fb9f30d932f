public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements with a closure, and delivers the last result.
  ///
  ///     upstream      --1--2--3--|
  ///     reduce(0, +)
  ///     downstream    -----------(6|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["to", "be", "or", "not"].publisher
  ///   .reduce(0) { $0 + $1.count }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it for one result of a whole stream, which must end. Nothing comes before upstream finishes. For a result
  /// after each element use `scan`.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `nextPartialResult` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initialResult: The value to accumulate the first element into, and the result if there is no element.
  ///   - nextPartialResult: Combines the previous result and an element into the next result.
  /// - Returns: A publisher of the last result.
  @inlinable
  @preconcurrency
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that accumulates the elements of another.
  @frozen
  public struct Reduce<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are accumulated.
    public let upstream: Upstream

    /// The value to accumulate the first element into.
    public let initial: Output

    /// Combines the previous result and an element into the next result.
    public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(initial)
      upstream.subscribe(
        ReducingInner("Reduce", to: subscriber) { [nextPartialResult] input throws(Failure) in
          result.value = nextPartialResult(result.value, input)
          return false
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.Reduce: Sendable where Upstream: Sendable, Output: Sendable {}
