public import Foundation

/// A message to be written to a durable log.
public struct OutgoingMessage: Sendable, Equatable {
  /// The subject that it is stored under: one of the log's.
  public var subject: String

  /// The content.
  public var payload: Data

  /// What it is recognised by: of two messages with the same identifier, the log drops the later one, within its
  /// ``StreamConfiguration/duplicateWindow``. With `nil` each message has one of its own, by which the repeats of a
  /// write are recognised, but not those of a program that starts again.
  public var id: String?

  /// What it is ordered by: messages of the same key are written one after the other, each when the one before has been
  /// acknowledged. Messages without a key keep their order as long as no write has to be repeated.
  public var key: String?

  /// Further names and values.
  public var headers: [String: String]

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - subject: The subject that it is stored under: one of the log's, without wildcards.
  ///   - payload: The content.
  ///   - id: What it is recognised by, if it is written again.
  ///   - key: What it is ordered by.
  ///   - headers: Further names and values.
  public init(
    subject: String, payload: Data, id: String? = nil, key: String? = nil, headers: [String: String] = [:]
  ) {
    self.subject = subject
    self.payload = payload
    self.id = id
    self.key = key
    self.headers = headers
  }
}

/// The log's answer to a message that it has stored.
public struct PublishReceipt: Sendable, Equatable {
  /// The message's identifier, which was made for it if it had none.
  public let id: String

  /// The message's number in the log: that of the first one, for a duplicate.
  public let sequence: UInt64

  /// Whether the log already had a message of the identifier. This one is dropped.
  public let isDuplicate: Bool
}

/// How messages are written.
public struct PublishOptions: Sendable {
  /// How long an answer is awaited before a message is written again: above zero, to the millisecond. Also how long the
  /// log may say that a message is in process before it is written under another identifier.
  public var acknowledgementTimeout = Duration.seconds(5)

  /// How long a message is written again and again, without a connection or a leader of the log, before the stream
  /// fails: zero or more. It should be less than the log's ``StreamConfiguration/duplicateWindow``, so that a repeat is
  /// recognised.
  public var patience = Duration.seconds(60)

  /// The pause before a message that the servers could not take is written again: above zero.
  public var retryDelay = Duration.milliseconds(250)

  /// Creates the options that suit a log with a duplicate window of two minutes.
  public init() {}
}
