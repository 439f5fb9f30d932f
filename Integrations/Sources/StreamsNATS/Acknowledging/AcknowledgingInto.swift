public import StreamCore

extension Publisher where Output == JetStreamMessage {
  /// Makes a message for another log of each message, and acknowledges it when the other log has stored what it led to.
  ///
  ///     upstream      --a-b---c-----
  ///     acknowledging(into: log) { try next($0) }
  ///     other log     ----a-b----c--
  ///     downstream    ----1-2----3--
  ///     own log       ----+-+----+--
  ///
  /// This is the joint of a pipeline over several machines: what a stage has taken from one log is given back only when
  /// the next log has its result. If the result has an ``OutgoingMessage/id`` that is the same for each delivery of the
  /// message, and the stage gets the message again, the next log drops the repeat.
  ///
  /// - **Demand**: as for `publish(to:window:options:)`: at most `window` messages at a time whose results are not
  ///   stored.
  /// - **Completion**: finishes when upstream has and all results are stored.
  /// - **Failure**: as for `publish(to:window:options:)`; the messages whose results are not stored are delivered
  ///   again. An error of the closure ends nothing: the message is refused, or goes to the dead letters.
  /// - **Threads**: the closure runs where upstream delivers; the rest is as for `publish(to:window:options:)`.
  ///
  /// - Parameters:
  ///   - stream: The other log.
  ///   - window: The largest number of messages whose results are not stored: one or more. Less traps.
  ///   - options: How long answers are awaited.
  ///   - policy: What happens to a message whose closure throws.
  ///   - next: Makes a message for the other log, or throws. With `nil` the message is acknowledged without a result.
  /// - Returns: A publisher of the other log's answers.
  /// - Complexity: O(`window`) memory, and O(1) for each message.
  @preconcurrency
  public func acknowledging(
    into stream: DurableStream, window: Int = 256, options: PublishOptions = PublishOptions(),
    _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ next: @escaping @Sendable (JetStreamMessage) throws -> OutgoingMessage?
  ) -> JetStreamAcknowledgingInto<Self> {
    JetStreamAcknowledgingInto(
      upstream: self, stream: stream, window: window, options: options, policy: policy, next: next)
  }
}

/// A publisher that moves messages to another log and acknowledges them: see `acknowledging(into:window:options:_:_:)`.
public struct JetStreamAcknowledgingInto<Upstream: Publisher>: Publisher where Upstream.Output == JetStreamMessage {
  /// The other log's answer to a message.
  public typealias Output = PublishReceipt

  /// Why writing has come to an end.
  public typealias Failure = JetStreamFailure

  /// The publisher of messages.
  public let upstream: Upstream

  /// The other log.
  public let stream: DurableStream

  /// The largest number of messages whose results are not stored.
  public let window: Int

  /// How long answers are awaited.
  public let options: PublishOptions

  /// What happens to a message whose closure throws.
  public let policy: AcknowledgementPolicy

  /// Makes a message for the other log, or throws.
  public let next: @Sendable (JetStreamMessage) throws -> OutgoingMessage?

  /// Creates a publisher that moves messages.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of messages.
  ///   - stream: The other log.
  ///   - window: The largest number of messages whose results are not stored: one or more. Less traps.
  ///   - options: How long answers are awaited.
  ///   - policy: What happens to a message whose closure throws.
  ///   - next: Makes a message for the other log, or throws. With `nil` the message is acknowledged without a result.
  @preconcurrency
  public init(
    upstream: Upstream, stream: DurableStream, window: Int = 256, options: PublishOptions = PublishOptions(),
    policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    next: @escaping @Sendable (JetStreamMessage) throws -> OutgoingMessage?
  ) {
    precondition(window > 0, "The window has a place for one message or more, not \(window).")
    (self.upstream, self.stream, self.window, self.options) = (upstream, stream, window, options)
    (self.policy, self.next) = (policy, next)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == PublishReceipt, S.Failure == JetStreamFailure {
    let (policy, next) = (policy, next)
    let work = WorkInProgress(interval: policy.progressInterval)
    upstream.subscribe(
      PublishInner<Upstream, S>(
        "JetStreamAcknowledgingInto", to: subscriber, writer: MessageWriter(stream, options: options), window: window
      ) { message in
        guard !policy.givesUp(message) else { return nil }
        do {
          guard let result = try next(message) else {
            message.acknowledge()
            return nil
          }
          let number = work.begin(message)
          return PendingWrite(message: result) {
            work.end(number)
            message.acknowledge()
          }
        } catch {
          policy.refuse(message, error)
          return nil
        }
      })
  }
}

extension JetStreamAcknowledgingInto: Sendable where Upstream: Sendable {}
