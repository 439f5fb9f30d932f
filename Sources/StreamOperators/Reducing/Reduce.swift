public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements to a result of any kind with a closure, and delivers the last result.
  ///
  ///     upstream      --1--2--3--|
  ///     reduce(0, +)
  ///     downstream    -----------6|
  ///
  /// - **Demand**: upstream is asked for everything; the result waits for demand.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `nextPartialResult` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to, and the result of no element.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the last result.
  @_disfavoredOverload
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
    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are accumulated.
    public let upstream: Upstream

    /// What the first element is accumulated to.
    public let initial: Output

    /// Makes a result of the one before and an element.
    public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    /// Makes a publisher that accumulates the elements of another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are accumulated.
    ///   - initial: What the first element is accumulated to.
    ///   - nextPartialResult: Makes a result of the one before and an element.
    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`.
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
