public import StreamCore

extension JetStream {
  /// The messages of a durable log, for a consumer whose place in it the servers keep.
  ///
  ///     demand        3-----------2---
  ///     fetches       3-----------2---
  ///     downstream    --a-b---c------d-e
  ///
  /// Programs that consume under the same durable name share the messages. Each message is to be acknowledged, as by
  /// `acknowledging`: otherwise it is delivered again, **at least once**.
  ///
  /// - **Demand**: is the size of the fetch: the server sends no more messages than downstream has asked for. A demand
  ///   above ``ConsumerConfiguration/maximumFetch`` is asked for in parts. The first request connects and makes the
  ///   consumer.
  /// - **Completion**: never finishes. After a cancel, messages that have come and wait are refused, so that others get
  ///   them; what is on its way is delivered again after ``ConsumerConfiguration/acknowledgementWait``.
  /// - **Failure**: ``JetStreamFailure/noStream(_:)``, ``JetStreamFailure/noConsumer(_:stream:)`` if the consumer is
  ///   deleted, ``JetStreamFailure/refused(code:description:)`` if there is one of another configuration, and what
  ///   ``JetStream/connect()`` throws. A lost connection is no failure: the consumer goes on when it is back; what was
  ///   on its way is delivered again.
  /// - **Threads**: delivers on a thread of the subscription's own, which may be blocked, or where downstream requests
  ///   if more came than was asked for. Nothing blocks the caller.
  ///
  /// - Parameters:
  ///   - configuration: How the consumer reads.
  ///   - stream: The name of the log.
  /// - Returns: A publisher of the messages.
  public func consumer(_ configuration: ConsumerConfiguration, of stream: String) -> JetStreamConsumer {
    JetStreamConsumer(stream: self.stream(stream), configuration: configuration)
  }

  /// The messages of a durable log, for a consumer whose place in it the servers keep: as ``consumer(_:of:)``.
  ///
  /// - Parameters:
  ///   - name: The durable name: without spaces, dots and wildcards.
  ///   - stream: The name of the log.
  ///   - subject: The subject of the messages, with wildcards; `nil` for all of the log.
  ///   - start: Where the consumer begins, if there is none of the name yet.
  /// - Returns: A publisher of the messages.
  public func consumer(
    _ name: String, of stream: String, subject: String? = nil, from start: StreamPosition = .beginning
  ) -> JetStreamConsumer {
    consumer(ConsumerConfiguration(name, subject: subject, start: start), of: stream)
  }

  /// The messages of a durable log in their order, from a place on, once more for each subscriber.
  ///
  ///     log           1 2 3 4 5
  ///     replay(of: log, from: .sequence(3), endsAtNewest: true)
  ///     downstream    --3-4-5|
  ///
  /// Nothing is acknowledged. If messages are lost on their way, with a connection or a server, the replay goes on
  /// after the last one delivered: each comes **exactly once**, in the order of the log. Of a log that several servers
  /// keep, the copy of the one that leads it is read.
  ///
  /// - **Demand**: as for ``consumer(_:of:)``.
  /// - **Completion**: with `endsAtNewest`, finishes after the message that is the newest one when it is fetched.
  ///   Otherwise never.
  /// - **Failure**: as for ``consumer(_:of:)``.
  /// - **Threads**: as for ``consumer(_:of:)``.
  ///
  /// - Parameters:
  ///   - stream: The name of the log.
  ///   - subject: The subject of the messages, with wildcards; `nil` for all of the log.
  ///   - start: The first message: by number or time. A number that the log has not reached is awaited.
  ///   - endsAtNewest: Whether the replay finishes, rather than waits for messages to come.
  ///   - maximumFetch: The largest number of messages asked for at a time: one or more. Less traps.
  /// - Returns: A publisher of the messages.
  public func replay(
    of stream: String, subject: String? = nil, from start: StreamPosition = .beginning, endsAtNewest: Bool = false,
    maximumFetch: Int = 500
  ) -> JetStreamReplay {
    precondition(maximumFetch > 0, "A fetch is of one message or more, not \(maximumFetch).")
    return JetStreamReplay(
      stream: self.stream(stream), subject: subject, start: start, endsAtNewest: endsAtNewest,
      maximumFetch: maximumFetch)
  }
}

/// A publisher of the messages of a durable consumer: see ``JetStream/consumer(_:of:)``.
public struct JetStreamConsumer: Publisher, ReleasingPublisher, Sendable {
  /// A message of the log.
  public typealias Output = JetStreamMessage

  /// Why consuming has come to an end.
  public typealias Failure = JetStreamFailure

  /// The log.
  public let stream: DurableStream

  /// How the consumer reads.
  public let configuration: ConsumerConfiguration

  /// Creates a publisher of a consumer's messages.
  ///
  /// - Parameters:
  ///   - stream: The log.
  ///   - configuration: How the consumer reads. A ``ConsumerConfiguration/maximumFetch`` or
  ///     ``ConsumerConfiguration/maximumUnacknowledged`` below one traps.
  public init(stream: DurableStream, configuration: ConsumerConfiguration) {
    precondition(configuration.maximumFetch > 0, "A fetch is of one message or more.")
    precondition(configuration.maximumUnacknowledged > 0, "One message or more may be unacknowledged.")
    self.stream = stream
    self.configuration = configuration
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == JetStreamMessage, S.Failure == JetStreamFailure {
    ConsumerSubscription.attach(subscriber, "JetStreamConsumer", to: ConsumerSource(stream, configuration))
  }
}

/// A publisher of the messages of a log in their order: see
/// ``JetStream/replay(of:subject:from:endsAtNewest:maximumFetch:)``.
public struct JetStreamReplay: Publisher, ReleasingPublisher, Sendable {
  /// A message of the log.
  public typealias Output = JetStreamMessage

  /// Why the replay has come to an end.
  public typealias Failure = JetStreamFailure

  /// The log.
  public let stream: DurableStream

  /// The subject of the messages; `nil` for all of the log.
  public let subject: String?

  /// The first message.
  public let start: StreamPosition

  /// Whether the replay finishes after the newest message.
  public let endsAtNewest: Bool

  let maximumFetch: Int

  public func receive<S: Subscriber>(subscriber: S) where S.Input == JetStreamMessage, S.Failure == JetStreamFailure {
    var configuration = ConsumerConfiguration.forReplay(subject: subject, start: start)
    configuration.maximumFetch = maximumFetch
    let replay = ReplayState(start: start, endsAtNewest: endsAtNewest)
    ConsumerSubscription.attach(
      subscriber, "JetStreamReplay", to: ConsumerSource(stream, configuration, replay: replay))
  }
}
