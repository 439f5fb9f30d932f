public import StreamCore
public import StreamParts

extension ConnectablePublisher {
  /// Connects once enough subscribers have arrived, and disconnects when the last subscription has ended.
  ///
  ///     upstream         ^1-2-3-!
  ///     autoconnect(minimumSubscribers: 2)
  ///     subscriber 1  ----1-2-!
  ///     subscriber 2     ^1-2-3-!
  ///
  /// Subscribers are counted again for each connection. Once connected, a single subscriber keeps the connection.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; it ends the subscription.
  /// - **Failure**: passed on unchanged; it ends the subscription.
  /// - **Threads**: as `autoconnect()`.
  ///
  /// - Parameter minimumSubscribers: The number of subscribers, zero or more. With zero it connects immediately, and
  ///   after a disconnection when the next subscriber comes. A negative number is a programming error, and traps.
  /// - Returns: A publisher, of class type, that is connected while it has subscribers.
  @_disfavoredOverload
  @inlinable
  public func autoconnect(minimumSubscribers: Int) -> Publishers.CountedAutoconnect<Self> {
    CountedAutoconnectPublisher(upstream: self, minimumSubscribers: minimumSubscribers)
  }
}

/// A publisher that connects another once enough subscribers have arrived, and disconnects it when the last
/// subscription has ended.
public final class CountedAutoconnectPublisher<Upstream: ConnectablePublisher>: Publisher, ReleasingPublisher,
  Equatable
{
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is connected.
  public let upstream: Upstream

  /// How many subscribers a connection waits for.
  public let minimumSubscribers: Int

  @usableFromInline let connection: AutomaticConnection

  /// Creates a publisher that connects another once enough subscribers have arrived.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is connected.
  ///   - minimumSubscribers: The number of subscribers: zero or more. A negative number traps.
  @inlinable
  public init(upstream: Upstream, minimumSubscribers: Int) {
    (self.upstream, self.minimumSubscribers) = (upstream, minimumSubscribers)
    connection = AutomaticConnection(minimum: minimumSubscribers, connect: { upstream.connect() })
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let member = ConnectionMember(of: connection)
    upstream.subscribe(AutoconnectInner(downstream: subscriber, member: member))
    member.hasSubscribed()
  }

  /// Whether two references point to the same object.
  public static func == (lhs: CountedAutoconnectPublisher, rhs: CountedAutoconnectPublisher) -> Bool {
    lhs === rhs
  }
}

// The count of subscribers and the connection are under a lock.
extension CountedAutoconnectPublisher: @unchecked Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``CountedAutoconnectPublisher``, under a short name that a client's own type overrides.
  public typealias CountedAutoconnect<Upstream: ConnectablePublisher> = CountedAutoconnectPublisher<Upstream>
}
