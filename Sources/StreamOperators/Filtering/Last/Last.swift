public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the last element, once upstream has finished.
  ///
  ///     upstream      --1--2--3----|
  ///     last()
  ///     downstream    -------------(3|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream has finished.
  /// - **Failure**: passed on, without an element.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the last element, if there is one.
  @inlinable
  public func last() -> Publishers.Last<Self> {
    Publishers.Last(upstream: self)
  }
}

extension Publishers {
  /// A publisher that republishes the last element of another.
  @frozen
  public struct Last<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose last element is republished.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let last = SerialState(Output?.none)
      upstream.subscribe(
        ReducingInner<Output, S>("Last", to: subscriber) { input throws(Failure) in
          last.value = input
          return false
        } complete: {
          last.value.take()
        })
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publishers.Last: Sendable where Upstream: Sendable {}
