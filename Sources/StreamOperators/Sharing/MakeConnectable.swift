public import StreamCore

extension Publisher where Failure == Never {
  /// Holds delivery back until it is connected.
  ///
  ///     upstream           --1--2--|
  ///     makeConnectable()
  ///     connect()          ^
  ///     downstream         --1--2--|
  ///
  /// Upstream is subscribed to by ``Publishers/MakeConnectable/connect()``, once for all subscribers.
  ///
  /// - **Demand**: upstream is asked for everything from when a subscriber asks for anything; a subscriber misses what
  ///   comes while it asks for nothing.
  /// - **Completion**: sent to all subscribers; those who come later get it at once.
  /// - **Failure**: none; put `multicast` behind a publisher that may fail.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher that delivers once it is connected.
  @inlinable
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A publisher that holds the delivery of another back until it is connected.
  @frozen
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Makes a publisher that holds the delivery of another back until it is connected.
    ///
    /// - Parameter upstream: The publisher to connect to.
    @inlinable
    public init(upstream: Upstream) {
      multicast = upstream.multicast(subject: PassthroughSubject())
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      multicast.subscribe(subscriber)
    }

    /// Connects to the upstream.
    ///
    /// - Returns: What ends the connection when it is cancelled, or released.
    @inlinable
    public func connect() -> any Cancellable {
      multicast.connect()
    }
  }
}

// The subject delivers by whichever thread upstream does.
extension Publishers.MakeConnectable: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
