public import StreamCore
public import StreamParts

extension ConnectablePublisher {
  /// Connects at the first subscription, and disconnects when the last one has ended.
  ///
  ///     upstream 1    -1-2-3-4!
  ///     upstream 2              ^1-2-3-4-5-|
  ///     autoconnect()
  ///     subscriber 1  -1-2-3!
  ///     subscriber 2    ^2-3-4!
  ///     subscriber 3            ^1-2-3-4-5-|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let clock = scheduler.timerPublisher(every: 1).autoconnect()
  /// let first = clock.sink { print("first:", $0) }
  /// scheduler.advance(by: 1)
  /// let second = clock.sink { print("second:", $0) }
  /// scheduler.advance(by: 1)
  /// ```
  ///
  /// Use it where the first subscriber is to start a connectable publisher, such as a timer. It connects with the first
  /// subscriber: what upstream delivers immediately, the second subscriber misses. If all must see it, call `connect()`
  /// yourself, or use `autoconnect(minimumSubscribers:)`.
  ///
  /// A subscription made after that connects again.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; it ends the subscription.
  /// - **Failure**: passed on unchanged; it ends the subscription.
  /// - **Threads**: connects where the first subscriber subscribes, and disconnects where the last one cancels; if
  ///   several threads do so at the same time, one of them connects and disconnects for all, serially.
  ///
  /// - Returns: A publisher, of class type, that is connected while it has subscribers.
  @inlinable
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that connects another at the first subscription, and disconnects it when the last one has ended.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that is connected.
    public final let upstream: Upstream

    @usableFromInline final let connection: AutomaticConnection

    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      // The closure is formed here, where the types are known, so that the optimiser specialises the connection's
      // subscriber.
      connection = AutomaticConnection { upstream.connect() }
    }

    @inlinable @inline(__always)
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let member = ConnectionMember(of: connection)
      upstream.subscribe(AutoconnectInner(downstream: subscriber, member: member))
      member.hasSubscribed()
    }
  }
}

// The count of subscribers and the connection are under a lock.
extension Publishers.Autoconnect: @unchecked Sendable where Upstream: Sendable {}
