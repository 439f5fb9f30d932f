public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the largest element, as ordered by a closure.
  ///
  ///     upstream      -A--B--C--D--|
  ///     max { $0.count < $1.count }
  ///     downstream    -------------(B|)
  ///     A = fig, B = plum, C = nut, D = kiwi
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: `areInIncreasingOrder` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument should be ordered before its second.
  /// - Returns: A publisher of the largest element; of several that are equal, the first.
  @inlinable
  @preconcurrency
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Delivers the smallest element, as ordered by a closure.
  ///
  ///     upstream      -A--B--C--D--|
  ///     min { $0.count < $1.count }
  ///     downstream    -------------(B|)
  ///     A = plum, B = fig, C = kiwi, D = nut
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: `areInIncreasingOrder` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument should be ordered before its second.
  /// - Returns: A publisher of the smallest element; of several that are equal, the first.
  @inlinable
  @preconcurrency
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable {
  /// Delivers the largest element.
  ///
  ///     upstream      --2--3--1--|
  ///     max()
  ///     downstream    -----------(3|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Returns: A publisher of the largest element; of several that are equal, the first.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: NaturalOrder().isAscending)
  }

  /// Delivers the smallest element.
  ///
  ///     upstream      --2--3--1--|
  ///     min()
  ///     downstream    -----------(1|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: finishes right after the element, or without one if there was none.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: elements are compared where upstream delivers, never under a lock.
  ///
  /// - Returns: A publisher of the smallest element; of several that are equal, the first.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: NaturalOrder().isDescending)
  }
}

extension Publishers {
  /// A publisher that delivers the last element of another in the order that a closure defines.
  @frozen
  public struct Comparison<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream

    /// Returns `true` if its first argument should be ordered before its second.
    public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(Upstream.Output?.none)
      upstream.subscribe(
        ReducingInner("Comparison", to: subscriber) { [areInIncreasingOrder] input throws(Failure) in
          if let best = result.value, !areInIncreasingOrder(best, input) { return false }
          result.value = input
          return false
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.Comparison: Sendable where Upstream: Sendable {}

/// The order of comparable values. Methods instead of closures: closures would capture the metatypes, and be
/// `@Sendable` only if they were.
@usableFromInline
struct NaturalOrder<Value: Comparable>: Sendable {
  @inlinable
  init() {}

  @inlinable
  func isAscending(_ first: Value, _ second: Value) -> Bool {
    first < second
  }

  @inlinable
  func isDescending(_ first: Value, _ second: Value) -> Bool {
    second < first
  }
}
