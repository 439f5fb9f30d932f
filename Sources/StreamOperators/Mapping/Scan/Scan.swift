public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements with a closure, and delivers each result.
  ///
  ///     upstream      --1--2--3--2--|
  ///     scan(0, +)
  ///     downstream    --1--3--6--8--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = [100, -30, 50].publisher
  ///   .scan(0, +)
  ///   .sink { print("balance:", $0) }
  /// ```
  ///
  /// Use it to keep a running result: a balance, or a state that events change. The initial result is not delivered.
  /// Add `prepend` for a stream that begins with it; use `reduce` if only the last result counts.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; without an element there is no result.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `nextPartialResult` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initialResult: The value to accumulate the first element into; it is not delivered itself.
  ///   - nextPartialResult: Combines the previous result and an element into the next result.
  /// - Returns: A publisher of the results.
  @inlinable
  @preconcurrency
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that accumulates the elements of another with a closure, and delivers each result.
  @frozen
  public struct Scan<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are accumulated.
    public let upstream: Upstream

    /// The value to accumulate the first element into.
    public let initialResult: Output

    /// Combines the previous result and an element into the next result.
    public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ScanInner(downstream: subscriber, result: SerialState(initialResult), nextPartialResult: nextPartialResult))
    }
  }
}

@frozen
@usableFromInline
struct ScanInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let result: SerialState<Downstream.Input>
  @usableFromInline let nextPartialResult: (Downstream.Input, Input) -> Downstream.Input

  @inlinable
  init(
    downstream: Downstream, result: SerialState<Downstream.Input>,
    nextPartialResult: @escaping (Downstream.Input, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.result = result
    self.nextPartialResult = nextPartialResult
  }

  @usableFromInline var description: String { "Scan" }

  /// Always: the subscriber holds the last result too, which is released at the end of the stream.
  @inlinable var needsGuard: Bool { true }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    let next = nextPartialResult(result.value, input)
    result.value = next
    return downstream.receive(next)
  }
}

extension Publishers.Scan: Sendable where Upstream: Sendable, Output: Sendable {}
