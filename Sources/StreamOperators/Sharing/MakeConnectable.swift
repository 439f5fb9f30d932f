public import StreamCore

extension Publisher where Failure == Never {
  /// Delays delivery until `connect()` is called.
  ///
  ///     upstream         ^1-2-3-|
  ///     makeConnectable()
  ///     subscriber 1  ----1-2-3-|
  ///     subscriber 2    ^-1-2-3-|
  ///
  /// ``Publishers/MakeConnectable/connect()`` subscribes to upstream, once for all subscribers.
  ///
  /// - **Demand**: requests unlimited demand from upstream once a subscriber has requested a value; a subscriber
  ///   without outstanding demand misses values.
  /// - **Completion**: sent to all subscribers; later ones receive it immediately.
  /// - **Failure**: none; a publisher that may fail needs `multicast` instead.
  /// - **Threads**: delivers where upstream delivers.
  ///
  /// - Returns: A publisher that delivers when it has been connected.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; subscribing and cancelling take
  ///   O(1), amortised.
  @inlinable
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A publisher that delays the delivery of another until it is connected.
  @frozen
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    @inlinable
    public init(upstream: Upstream) {
      multicast = upstream.multicast(subject: PassthroughSubject())
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      multicast.subscribe(subscriber)
    }

    /// Connects to the upstream.
    ///
    /// - Returns: A cancellable that ends the connection when it is cancelled or released.
    @inlinable
    public func connect() -> any Cancellable {
      multicast.connect()
    }
  }
}

// Elements may cross from upstream's thread to another one that is delivering.
extension Publishers.MakeConnectable: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
