internal import CNATS
public import Foundation
public import StreamCore

/// A message of a durable log, delivered by a consumer.
///
/// The log delivers it again unless it is acknowledged within the consumer's ``ConsumerConfiguration/acknowledgementWait``.
public struct JetStreamMessage: Sendable {
  /// The subject that it is stored under.
  public let subject: String

  /// Its content.
  public let payload: Data

  /// Further names and values; of a name with several, the first.
  public let headers: [String: String]

  /// The name of the log.
  public var stream: String { origin.stream }

  /// The name of the consumer.
  public var consumer: String { origin.consumer }

  /// Its number in the log.
  public var sequence: UInt64 { origin.sequence }

  /// How often it has been delivered, with this time: 1 at first.
  public var deliveryCount: Int { origin.deliveries }

  /// How many messages the log had for the consumer after this one.
  public var pendingCount: UInt64 { origin.pending }

  /// When it was stored.
  public var storedAt: Date { Date(timeIntervalSince1970: Double(origin.time) / 1e9) }

  /// What it is recognised by: see ``OutgoingMessage/id``.
  public var id: String? { headers[WriteIdentity.header] ?? headers["Nats-Msg-Id"] }

  let origin: AckSubject
  let reply: String
  let core: ConnectionCore

  /// Says that the message need not be delivered again. It is not known whether the log gets to know it: if not, it
  /// delivers the message again.
  public func acknowledge() {
    answer("+ACK")
  }

  /// Asks for the message to be delivered again.
  ///
  /// - Parameter delay: The time until then; zero or less is at once. By a newer message of the same key it is overtaken,
  ///   unless the consumer's ``ConsumerConfiguration/maximumUnacknowledged`` is 1.
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
  /// - Throws: ``UnacceptableMessage`` with the decoder's error: another try would fail, too, so that the message goes to the
  ///   dead letters at once.
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
    let reply = reply
    core.send { $0.send(text, to: reply) }
  }
}

/// An error of work that will not succeed on another try: the message goes to the dead letters at once, if there are any.
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
  /// Reads a message of the library, and destroys it.
  init(consuming handle: OpaquePointer, core: ConnectionCore) {
    defer { natsMsg_Destroy(handle) }
    let subject = natsMsg_GetSubject(handle).map { String(cString: $0) } ?? ""
    guard let reply = natsMsg_GetReply(handle).map({ String(cString: $0) }), let origin = AckSubject(reply) else {
      let code = header("Status", of: handle).flatMap { Int($0) } ?? 0
      self = .status(code: code, text: header("Description", of: handle) ?? "", subject: subject)
      return
    }
    let count = Int(natsMsg_GetDataLength(handle))
    let payload = count == 0 ? Data() : natsMsg_GetData(handle).map { Data(bytes: $0, count: count) } ?? Data()
    self = .message(
      JetStreamMessage(
        subject: subject, payload: payload, headers: headers(of: handle), origin: origin, reply: reply, core: core))
  }
}

private func header(_ name: String, of handle: OpaquePointer) -> String? {
  var value: UnsafePointer<CChar>?
  guard natsMsgHeader_Get(handle, name, &value) == NATS_OK, let value else { return nil }
  return String(cString: value)
}

private func headers(of handle: OpaquePointer) -> [String: String] {
  var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  var count: Int32 = 0
  guard natsMsgHeader_Keys(handle, &names, &count) == NATS_OK, let names else { return [:] }
  defer { free(names) }
  var headers: [String: String] = [:]
  for index in 0..<Int(count) {
    guard let name = names[index].map({ String(cString: $0) }) else { continue }
    headers[name] = header(name, of: handle)
  }
  return headers
}
