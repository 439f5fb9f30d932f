public import Foundation
public import StreamCore

extension Publisher where Output == OutgoingMessage {
  /// Writes messages to a durable log, and delivers its answers.
  ///
  ///     upstream      -a-b-c--------|
  ///     publish(to: log, window: 2)
  ///     log           --a-b---c
  ///     downstream    ---1-2---3----|
  ///
  /// Each message is written until the log has acknowledged it: **at least once**, and within the log's duplicate
  /// window exactly once, because a repeat has the identifier of the first write. There is one exception: a cluster
  /// that remembers the identifier of a message which it lost with a leader calls each repeat "in process". After
  /// ``PublishOptions/acknowledgementTimeout`` of such answers the message is written under another identifier, and may
  /// be stored twice; ``JetStreamMessage/id`` is the same for both. Messages of the same ``OutgoingMessage/key`` are
  /// stored in their order. Answers come in the order in which they arrive.
  ///
  /// - **Demand**: requests what downstream has requested, but at most `window` messages at a time that are not
  ///   acknowledged: the demand to upstream is the free places of the window, once they are a quarter of it. A
  ///   downstream that asks for one answer at a time, as `values` does, has one message on its way; `ignoreOutput()`
  ///   before it asks for all. Nothing is requested before the connection is made.
  /// - **Completion**: finishes when upstream has and all messages are acknowledged. After a cancel, messages that were
  ///   on their way may still be stored.
  /// - **Failure**: ``JetStreamFailure/upstream(_:)``, after the messages before it are acknowledged; what the log
  ///   refuses fails at once, as does a message that is not acknowledged in time. A lost connection is no failure: see
  ///   ``PublishOptions/patience``.
  /// - **Threads**: delivers on a thread of the stream's own, which may be blocked; requests from upstream there, where
  ///   downstream requests and on the connection's threads. Nothing blocks the caller.
  ///
  /// - Parameters:
  ///   - stream: The log.
  ///   - window: The largest number of messages that are not acknowledged: one or more. Less traps.
  ///   - options: How long answers are awaited.
  /// - Returns: A publisher of the log's answers.
  /// - Complexity: O(`window`) memory, and O(1) for each message.
  public func publish(
    to stream: DurableStream, window: Int = 256, options: PublishOptions = PublishOptions()
  ) -> JetStreamPublish<Self> {
    JetStreamPublish(upstream: self, stream: stream, window: window, options: options) { $0 }
  }
}

extension Publisher where Output: Encodable & SendableMetatype {
  /// Encodes values, writes them to a durable log, and delivers its answers.
  ///
  /// ```swift
  /// orders.publish(
  ///   to: log, subjects: KeyedSubjects("orders", partitions: 12), encoder: JSONEncoder(), id: { "\($0.number)" }
  /// ) { $0.customer }
  /// ```
  ///
  ///     upstream      --v--v--v|
  ///     log           --m--m--m
  ///     downstream    ---a--a--(a|)
  ///
  /// - **Demand**: as for messages.
  /// - **Completion**: as for messages.
  /// - **Failure**: ``JetStreamFailure/unencodable(_:)`` at the first value that cannot be encoded; others as for
  ///   messages.
  /// - **Threads**: the closures and the encoder run where upstream delivers; the rest is as for messages.
  ///
  /// - Parameters:
  ///   - stream: The log.
  ///   - subjects: The subjects of the keys.
  ///   - encoder: Encodes values.
  ///   - window: The largest number of messages that are not acknowledged: one or more. Less traps.
  ///   - options: How long answers are awaited.
  ///   - id: What a value is recognised by, if it is written again, even by a program that starts again.
  ///   - key: What a value is ordered by.
  /// - Returns: A publisher of the log's answers.
  @preconcurrency
  public func publish<Encoder: TopLevelEncoder & Sendable>(
    to stream: DurableStream, subjects: KeyedSubjects, encoder: Encoder, window: Int = 256,
    options: PublishOptions = PublishOptions(), id: @escaping @Sendable (Output) -> String,
    key: @escaping @Sendable (Output) -> String
  ) -> JetStreamPublish<Self> where Encoder.Output == Data {
    JetStreamPublish(upstream: self, stream: stream, window: window, options: options) { value in
      let name = key(value)
      return OutgoingMessage(
        subject: subjects.subject(ofKey: name), payload: try encoder.encode(value), id: id(value), key: name)
    }
  }
}

/// A publisher that writes messages to a durable log, and delivers its answers: see `publish(to:window:options:)`.
public struct JetStreamPublish<Upstream: Publisher>: Publisher {
  /// The log's answer to a message.
  public typealias Output = PublishReceipt

  /// Why writing has come to an end.
  public typealias Failure = JetStreamFailure

  /// The publisher whose values are written.
  public let upstream: Upstream

  /// The log.
  public let stream: DurableStream

  /// The largest number of messages that are not acknowledged.
  public let window: Int

  /// How long answers are awaited.
  public let options: PublishOptions

  /// Makes a message of a value.
  public let message: @Sendable (Upstream.Output) throws -> OutgoingMessage

  /// Creates a publisher that writes messages.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose values are written.
  ///   - stream: The log.
  ///   - window: The largest number of messages that are not acknowledged: one or more. Less traps.
  ///   - options: How long answers are awaited.
  ///   - message: Makes a message of a value. What it throws ends the stream with ``JetStreamFailure/unencodable(_:)``.
  @preconcurrency
  public init(
    upstream: Upstream, stream: DurableStream, window: Int = 256, options: PublishOptions = PublishOptions(),
    message: @escaping @Sendable (Upstream.Output) throws -> OutgoingMessage
  ) {
    precondition(window > 0, "The window has a place for one message or more, not \(window).")
    (self.upstream, self.stream, self.window, self.options) = (upstream, stream, window, options)
    self.message = message
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == PublishReceipt, S.Failure == JetStreamFailure {
    let message = message
    upstream.subscribe(
      PublishInner<Upstream, S>(
        "JetStreamPublish", to: subscriber, writer: MessageWriter(stream, options: options), window: window
      ) { PendingWrite(message: try message($0)) })
  }
}

extension JetStreamPublish: Sendable where Upstream: Sendable {}
