public import StreamCore
public import StreamParts

extension Publisher {
  /// Accumulates the elements into one value with a closure that changes it in place, and delivers the result.
  ///
  ///     upstream      --1--2--3--|
  ///     reduce(into: [Int]()) { $0.insert($1, at: 0) }
  ///     downstream    -----------(A|)
  ///     A = [3, 2, 1]
  ///
  /// An array grows in place; `reduce` copies it for each element.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result; without an element, the result is `initial`.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `update` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - initial: The value to accumulate the first element into, for each subscription.
  ///   - update: Accumulates an element.
  /// - Returns: A publisher of the accumulated value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func reduce<T>(
    into initial: T, _ update: @escaping @Sendable (inout T, Output) -> Void
  ) -> Publishers.ReduceInto<Self, T> {
    Publishers.ReduceInto(upstream: self, initial: initial, update: update)
  }
}

/// A publisher that accumulates the elements of another in place, and delivers the result.
@frozen
public struct ReduceIntoPublisher<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are accumulated.
  public let upstream: Upstream

  /// The value to accumulate the first element into.
  public let initial: Output

  /// Accumulates an element.
  public let update: @Sendable (inout Output, Upstream.Output) -> Void

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, initial: Output, update: @escaping @Sendable (inout Output, Upstream.Output) -> Void
  ) {
    self.upstream = upstream
    self.initial = initial
    self.update = update
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let result = SerialState<Output?>(initial)
    upstream.subscribe(
      ReducingInner("ReduceInto", to: subscriber) { [update] input throws(Failure) in
        _ = result.lend { update(&$0, input) }
        return false
      } complete: {
        result.value
      })
  }
}

extension PublisherNames {
  /// ``ReduceIntoPublisher``, under a short name that a client's own type overrides.
  public typealias ReduceInto<Upstream: Publisher, Output> = ReduceIntoPublisher<Upstream, Output>
}

extension ReduceIntoPublisher: Sendable where Upstream: Sendable, Output: Sendable {}
