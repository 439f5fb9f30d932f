public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the last element that satisfies a predicate, once upstream has finished.
  ///
  ///     upstream      --7--8--1--|
  ///     last(where: { $0 > 5 })
  ///     downstream    -----------(8|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream has finished.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element.
  /// - Returns: A publisher of the last element that satisfies `predicate`, if there is one.
  @inlinable
  @preconcurrency
  public func last(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the last element of another that satisfies a predicate.
  @frozen
  public struct LastWhere<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
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
      let last = SerialState(Output?.none)
      upstream.subscribe(
        ReducingInner<Output, S>("LastWhere", to: subscriber) { [predicate] input throws(Failure) in
          if predicate(input) { last.value = input }
          return false
        } complete: {
          last.value.take()
        })
    }
  }
}

extension Publishers.LastWhere: Sendable where Upstream: Sendable {}
