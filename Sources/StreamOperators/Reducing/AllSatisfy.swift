public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether all elements satisfy a predicate.
  ///
  ///     upstream      --1--2--3   --4--|
  ///     allSatisfy { $0 < 3 }
  ///     downstream    --------(A|)
  ///     A = false
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element does not satisfy the predicate,
  ///   cancelling upstream, or when upstream finishes.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for an element that meets the condition.
  /// - Returns: A publisher of `true` or `false`; it delivers `true` if there was no element.
  @inlinable
  @preconcurrency
  public func allSatisfy(
    _ predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that delivers whether all elements of another satisfy a predicate.
  @frozen
  public struct AllSatisfy<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// Whether all elements satisfy the predicate.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` for an element that meets the condition.
    public let predicate: @Sendable (Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(true)
      upstream.subscribe(
        ReducingInner("AllSatisfy", to: subscriber) { [predicate] input throws(Failure) in
          guard predicate(input) else {
            result.value = false
            return true
          }
          return false
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.AllSatisfy: Sendable where Upstream: Sendable {}
