public import StreamCore
public import StreamParts

extension Publisher {
  /// Counts the elements, and delivers their number at the end.
  ///
  ///     upstream      --a--b--c--|
  ///     count()
  ///     downstream    -----------(3|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the number waits for downstream's demand.
  /// - **Completion**: finishes right after the number.
  /// - **Failure**: passed on, without the number.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the number of elements.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// A publisher that counts the elements of another.
  @frozen
  public struct Count<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// The number of elements.
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are counted.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let result = SerialState(0)
      upstream.subscribe(
        ReducingInner("Count", to: subscriber) { _ throws(Failure) in
          result.value += 1
          return false
        } complete: {
          result.value
        })
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publishers.Count: Sendable where Upstream: Sendable {}
