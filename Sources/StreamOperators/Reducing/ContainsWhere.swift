public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether an element satisfies a predicate.
  ///
  ///     upstream      --1--2--3   --4--|
  ///     contains { $0 > 2 }
  ///     downstream    --------(A|)
  ///     A = true
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand.
  /// - **Completion**: finishes right after the result: as soon as an element satisfies the predicate, cancelling
  ///   upstream, or when upstream finishes.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element.
  /// - Returns: A publisher of `true` or `false`.
  @inlinable
  @preconcurrency
  public func contains(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that delivers whether an element of another satisfies a predicate.
  @frozen
  public struct ContainsWhere<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// Whether an element satisfies the predicate.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` for a matching element.
    public let predicate: @Sendable (Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(false)
      upstream.subscribe(
        ReducingInner("ContainsWhere", to: subscriber) { [predicate] input throws(Failure) in
          guard predicate(input) else { return false }
          result.value = true
          return true
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.ContainsWhere: Sendable where Upstream: Sendable {}
