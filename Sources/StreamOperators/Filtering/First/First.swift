public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the first element, then finishes.
  ///
  ///     upstream      --1   --2--3--|
  ///     first()
  ///     downstream    --(1|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let clicks = PassthroughSubject<String, Never>()
  /// let cancellable = clicks.first().sink { print($0) } receiveValue: { print($0) }
  /// clicks.send("left")
  /// clicks.send("right")
  /// ```
  ///
  /// Use it to wait for one element, and to cancel upstream then. An empty stream gives no element, only the end. Add
  /// `replaceEmpty(with:)` where there must be one.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the element waits for downstream's demand.
  /// - **Completion**: right after the element, when upstream is cancelled; without one, when upstream finishes.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the first element, if there is one.
  @inlinable
  public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }
}

extension Publishers {
  /// A publisher that republishes the first element of another.
  @frozen
  public struct First<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose first element is republished.
    public let upstream: Upstream

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let first = SerialState(Output?.none)
      upstream.subscribe(
        ReducingInner<Output, S>("First", to: subscriber) { input throws(Failure) in
          first.value = input
          return true
        } complete: {
          first.value.take()
        })
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers.First: Sendable where Upstream: Sendable {}
