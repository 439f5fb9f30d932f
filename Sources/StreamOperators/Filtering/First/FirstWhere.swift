public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the first element that satisfies a predicate, then finishes.
  ///
  ///     upstream      --1--7   --8--|
  ///     first(where: { $0 > 5 })
  ///     downstream    -----(7|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = [12, 18, 31, 40].publisher
  ///   .first { $0 > 30 }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to wait for the first element that fits, and to cancel upstream then. If no element fits, the stream
  /// finishes empty when upstream finishes: an endless upstream never does. Add `replaceEmpty(with:)` where there must
  /// be one.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream is cancelled; without one, when upstream finishes.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter predicate: Returns `true` for a matching element.
  /// - Returns: A publisher of the first element that satisfies `predicate`, if there is one.
  @inlinable
  @preconcurrency
  public func first(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that republishes the first element of another that satisfies a predicate.
  @frozen
  public struct FirstWhere<Upstream: Publisher>: Publisher, ReleasingPublisher {
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
      let first = SerialState(Output?.none)
      upstream.subscribe(
        ReducingInner<Output, S>("TryFirst", to: subscriber) { [predicate] input throws(Failure) in
          guard predicate(input) else { return false }
          first.value = input
          return true
        } complete: {
          first.value.take()
        })
    }
  }
}

extension Publishers.FirstWhere: Sendable where Upstream: Sendable {}
