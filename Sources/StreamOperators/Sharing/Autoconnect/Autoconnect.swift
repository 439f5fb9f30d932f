public import StreamCore

extension ConnectablePublisher {
  /// Connects at the first subscription, and disconnects when the last one has gone.
  ///
  ///     upstream       --1--2--3--4--
  ///     autoconnect()
  ///     subscriber 1   ^-1--2--!
  ///     subscriber 2       ^2--3--!
  ///     connection     ^----------!
  ///
  /// A subscription that comes after the last one has gone connects anew.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; the subscriber counts as gone.
  /// - **Failure**: passed on unchanged; the subscriber counts as gone.
  /// - **Threads**: connects where the first subscriber subscribes, and disconnects where the last one cancels; of
  ///   several connections and disconnections that threads bring about, one comes after the other.
  ///
  /// - Returns: A publisher, a class, that is connected as long as it has subscribers.
  @inlinable
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that connects another at the first subscription, and disconnects it when the last one has gone.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher that is connected.
    public final let upstream: Upstream

    @usableFromInline final let connection: AutomaticConnection

    /// Makes a publisher that connects another as long as it has subscribers.
    ///
    /// - Parameter upstream: The publisher that is connected.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      // Formed here, where the types are known, so that the optimiser makes what feeds the subject for them.
      connection = AutomaticConnection { upstream.connect() }
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let member = ConnectionMember(of: connection)
      upstream.subscribe(AutoconnectInner(downstream: subscriber, member: member))
      member.hasSubscribed()
    }
  }
}

// The count of subscribers, and what they keep connected, are under a lock.
extension Publishers.Autoconnect: @unchecked Sendable where Upstream: Sendable {}
