internal import CNATS
public import Foundation
public import StreamCore

/// A message of a durable log, delivered by a consumer.
///
/// The log delivers it again unless it is acknowledged within the consumer's
/// ``ConsumerConfiguration/acknowledgementWait``.
public struct JetStreamMessage: Sendable {
  /// The subject that it is stored under.
  public var subject: String { content.subject }

  /// Its content, a copy each time.
  ///
  /// - Complexity: O(n), where n is the number of bytes.
  public var payload: Data { content.payload }

  /// Further names and values; of a name with several, the first.
  ///
  /// - Complexity: O(n), where n is the number of bytes of the headers.
  public var headers: [String: String] { content.headers }

  /// The name of the log.
  public var stream: String { content.stream }

  /// The name of the consumer.
  public var consumer: String { content.consumer }

  /// Its number in the log.
  public var sequence: UInt64 { origin.sequence }

  /// How often it has been delivered, with this time: 1 at first.
  public var deliveryCount: Int { origin.deliveries }

  /// How many messages the log had for the consumer after this one.
  public var pendingCount: UInt64 { origin.pending }

  /// When it was stored.
  public var storedAt: Date { Date(timeIntervalSince1970: Double(origin.time) / 1e9) }

  /// What it is recognised by: see ``OutgoingMessage/id``.
  public var id: String? { content.header(WriteIdentity.headerText) ?? content.header("Nats-Msg-Id") }

  let content: MessageContent

  var origin: AckSubject { content.origin }
  var core: ConnectionCore { content.core }

  /// Says that the message need not be delivered again. It is not known whether the log gets to know it: if not, it
  /// delivers the message again.
  public func acknowledge() {
    answer("+ACK")
  }

  /// Asks for the message to be delivered again.
  ///
  /// - Parameter delay: The time until then; zero or less is at once. By a newer message of the same key it is
  ///   overtaken, unless the consumer's ``ConsumerConfiguration/maximumUnacknowledged`` is 1.
  public func refuse(delay: Duration = .zero) {
    answer(delay > .zero ? "-NAK {\"delay\": \(delay.nanoseconds)}" : "-NAK")
  }

  /// Says that the work on the message goes on: the time to acknowledge it begins anew.
  public func extend() {
    answer("+WPI")
  }

  /// Says that the message is not to be delivered again, though it was not handled.
  public func terminate() {
    answer("+TERM")
  }

  /// Decodes the content.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: Decodes it.
  /// - Returns: The value.
  /// - Throws: ``UnacceptableMessage`` with the decoder's error: another try would fail, too, so that the message goes
  ///   to the dead letters at once.
  public func decode<Value: Decodable, Decoder: TopLevelDecoder>(
    _ type: Value.Type = Value.self, with decoder: Decoder
  ) throws(UnacceptableMessage) -> Value where Decoder.Input == Data {
    do {
      return try decoder.decode(type, from: payload)
    } catch {
      throw UnacceptableMessage(reason: error)
    }
  }

  /// Leaves the message to another program. The delay is for the inbox here to be closed before: it could come again.
  func pass() {
    refuse(delay: .milliseconds(500))
  }

  private func answer(_ text: String) {
    core.send(.answer(content, text))
  }
}

/// An error of work that will not succeed on another try: the message goes to the dead letters at once, if there are
/// any.
public struct UnacceptableMessage: Error {
  /// What is the matter with the message.
  public let reason: any Error

  /// Creates the error.
  ///
  /// - Parameter reason: What is the matter with the message.
  public init(reason: any Error) {
    self.reason = reason
  }
}

/// What arrives at a consumer's inbox.
enum Arrival {
  case message(JetStreamMessage)

  /// A word of the server about a request, by the request's subject.
  case status(code: Int, text: String, subject: String)
}

extension Arrival {
  /// Reads a message of the library, and takes it over.
  init(consuming handle: OpaquePointer, core: ConnectionCore) {
    if let content = MessageContent(handle, core: core) {
      self = .message(JetStreamMessage(content: content))
      return
    }
    defer { natsMsg_Destroy(handle) }
    self = .status(
      code: headerValue("Status", of: handle).flatMap { Int($0) } ?? 0,
      text: headerValue("Description", of: handle) ?? "",
      subject: natsMsg_GetSubject(handle).map { String(cString: $0) } ?? "")
  }
}
