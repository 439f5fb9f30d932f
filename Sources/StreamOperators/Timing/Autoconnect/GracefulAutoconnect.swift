public import StreamCore
public import StreamParts
public import StreamSchedulers

extension ConnectablePublisher {
  /// Connects once enough subscribers have arrived, and disconnects after a time without subscribers.
  ///
  ///     upstream      -1-2-3-4-5-6-7!
  ///     autoconnect(disconnectAfter: 4, scheduler: scheduler)
  ///     subscriber 1  -1-2!
  ///     subscriber 2        ^4-5!
  ///
  /// A subscriber that arrives before the time is over uses the same connection, and cancels the timer. When upstream
  /// completes, it is disconnected at once. A completion that arrives while there are no subscribers is noticed by the
  /// next subscriber, or when the time is over.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; it ends the subscription.
  /// - **Failure**: passed on unchanged; it ends the subscription.
  /// - **Threads**: connects where a subscriber subscribes, and disconnects on the scheduler, or where a subscriber
  ///   receives the completion; one thread at a time does so, serially.
  ///
  /// - Parameters:
  ///   - minimumSubscribers: The number of subscribers that a connection waits for, counted again for each connection:
  ///     zero or more. With zero, it connects immediately; after a disconnection, it connects when the next subscriber
  ///     arrives. A negative number is a programming error, and traps.
  ///   - grace: How long a connection is kept without subscribers, in the scheduler's stride. With zero or less, it is
  ///     not kept.
  ///   - scheduler: The scheduler that measures the time, and on which the timer disconnects.
  /// - Returns: A publisher, of class type, that stays connected while it has subscribers, and for the grace period
  ///   after that.
  @_disfavoredOverload
  @inlinable
  public func autoconnect<S: Scheduler>(
    minimumSubscribers: Int = 1, disconnectAfter grace: S.SchedulerTimeType.Stride, scheduler: S
  ) -> Publishers.GracefulAutoconnect<Self, S> {
    GracefulAutoconnectPublisher(
      upstream: self, minimumSubscribers: minimumSubscribers, grace: grace, scheduler: scheduler)
  }
}

/// A publisher that connects another once enough subscribers have arrived, and disconnects it after a time without
/// subscribers.
public final class GracefulAutoconnectPublisher<Upstream: ConnectablePublisher, Context: Scheduler>: Publisher,
  ReleasingPublisher, Equatable
{
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is connected.
  public let upstream: Upstream

  /// How many subscribers a connection waits for.
  public let minimumSubscribers: Int

  /// How long a connection is kept without subscribers.
  public let grace: Context.SchedulerTimeType.Stride

  /// The scheduler that measures the time.
  public let scheduler: Context

  @usableFromInline let connection: AutomaticConnection

  /// Creates a publisher that disconnects another when there have been no subscribers for a time.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is connected.
  ///   - minimumSubscribers: The number of subscribers that a connection waits for: zero or more. A negative number
  ///     traps.
  ///   - grace: How long a connection is kept without subscribers.
  ///   - scheduler: The scheduler that measures the time.
  @inlinable
  public init(
    upstream: Upstream, minimumSubscribers: Int, grace: Context.SchedulerTimeType.Stride, scheduler: Context
  ) {
    (self.upstream, self.minimumSubscribers) = (upstream, minimumSubscribers)
    (self.grace, self.scheduler) = (grace, scheduler)
    connection = AutomaticConnection(
      minimum: minimumSubscribers, connect: { upstream.connect() },
      setTimer: grace > .zero
        ? { scheduler.setAlarm(at: scheduler.now.advanced(by: grace), period: grace, tolerance: nil, options: nil, $0) }
        : nil)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let member = ConnectionMember(of: connection)
    upstream.subscribe(AutoconnectInner(downstream: subscriber, member: member))
    member.hasSubscribed()
  }

  /// Whether two references point to the same object.
  public static func == (lhs: GracefulAutoconnectPublisher, rhs: GracefulAutoconnectPublisher) -> Bool {
    lhs === rhs
  }
}

// The count of subscribers and the connection are under a lock.
extension GracefulAutoconnectPublisher: @unchecked Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}

extension PublisherNames {
  /// ``GracefulAutoconnectPublisher``, under a short name that a client's own type overrides.
  public typealias GracefulAutoconnect<Upstream: ConnectablePublisher, Context: Scheduler> =
    GracefulAutoconnectPublisher<Upstream, Context>
}
