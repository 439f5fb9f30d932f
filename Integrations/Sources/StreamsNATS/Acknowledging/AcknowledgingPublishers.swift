public import StreamCore

extension Publisher where Output == JetStreamMessage {
  /// Handles each message with a publisher, several at a time, and acknowledges it when that has finished and
  /// downstream has taken its values.
  ///
  ///     upstream      --a-b-------------
  ///     acknowledging(publishers: 2) { work($0) }
  ///     work(a)         ----1----2|
  ///     work(b)           --3#
  ///     downstream    ------3-1--2------
  ///     log           -------re--+------
  ///
  /// A message whose publisher fails is refused, to be delivered again after a delay, or goes to the dead letters;
  /// values that it brought before have been delivered. The stream goes on. While a publisher runs, the time to
  /// acknowledge is extended.
  ///
  /// - **Demand**: requests `maxPublishers` messages, and another when one is acknowledged, refused or given up. From
  ///   the publishers it requests one value at a time, which waits for downstream's demand.
  /// - **Completion**: finishes when upstream and all publishers have. A cancel cancels the publishers; their messages
  ///   are delivered again.
  /// - **Failure**: an upstream failure is passed on at once, and cancels the publishers. A failure of a publisher ends
  ///   nothing; it is reported to ``AcknowledgementPolicy/onFailure``.
  /// - **Threads**: delivers where the publishers do, one value after the other, or where downstream requests.
  ///
  /// - Parameters:
  ///   - maxPublishers: The largest number of messages that are handled at a time: one or more. Less traps. With more
  ///     than one, the order of messages is not kept.
  ///   - policy: What happens to a message whose publisher fails.
  ///   - handle: Makes a publisher for a message.
  /// - Returns: A publisher of the values of the publishers.
  /// - Complexity: O(`maxPublishers`) memory, and O(1) for each value.
  @preconcurrency
  public func acknowledging<Work: Publisher>(
    publishers maxPublishers: Int, _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ handle: @escaping @Sendable (JetStreamMessage) -> Work
  ) -> JetStreamAcknowledgingPublishers<Self, Work> {
    JetStreamAcknowledgingPublishers(upstream: self, maxPublishers: maxPublishers, policy: policy, handle: handle)
  }
}

/// A publisher that handles messages with publishers and acknowledges them: see `acknowledging(publishers:_:_:)`.
public struct JetStreamAcknowledgingPublishers<Upstream: Publisher, Work: Publisher>: Publisher
where Upstream.Output == JetStreamMessage {
  /// A value of the publishers.
  public typealias Output = Work.Output

  /// The failure of upstream.
  public typealias Failure = Upstream.Failure

  /// The publisher of messages.
  public let upstream: Upstream

  /// The largest number of messages that are handled at a time.
  public let maxPublishers: Int

  /// What happens to a message whose publisher fails.
  public let policy: AcknowledgementPolicy

  /// Makes a publisher for a message.
  public let handle: @Sendable (JetStreamMessage) -> Work

  /// Creates a publisher that handles messages.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of messages.
  ///   - maxPublishers: The largest number of messages that are handled at a time: one or more. Less traps.
  ///   - policy: What happens to a message whose publisher fails.
  ///   - handle: Makes a publisher for a message.
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Int, policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    handle: @escaping @Sendable (JetStreamMessage) -> Work
  ) {
    precondition(maxPublishers > 0, "One message or more is handled at a time, not \(maxPublishers).")
    (self.upstream, self.maxPublishers, self.policy, self.handle) = (upstream, maxPublishers, policy, handle)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Work.Output, S.Failure == Upstream.Failure {
    upstream.subscribe(AcknowledgingInner<Upstream, Work, S>(to: subscriber, self))
  }
}

extension JetStreamAcknowledgingPublishers: Sendable where Upstream: Sendable {}
