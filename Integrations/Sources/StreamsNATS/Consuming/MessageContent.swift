internal import CNATS
internal import Foundation
internal import IntegrationParts

/// A message of the library, which is destroyed with this object: parts of it are read when they are asked for.
///
/// An object, so that a message passes the stages as one reference.
// Sendable: the library reads the headers at the first question about them, which is under the connection's lock;
// nothing else changes.
final class MessageContent: @unchecked Sendable {
  let origin: AckSubject
  let core: ConnectionCore
  private let handle: OpaquePointer
  private let reply: UnsafePointer<CChar>

  /// Takes over a message of the library; `nil` results, and it is left to the caller, if it cannot be acknowledged.
  init?(_ handle: OpaquePointer, core: ConnectionCore) {
    guard let reply = natsMsg_GetReply(handle), let origin = AckSubject(reply) else { return nil }
    (self.handle, self.reply, self.origin, self.core) = (handle, reply, origin, core)
  }

  deinit {
    DiscardedMessages.add(handle)
  }

  var subject: String { natsMsg_GetSubject(handle).map { String(cString: $0) } ?? "" }

  var stream: String { origin.stream(in: reply) }

  var consumer: String { origin.consumer(in: reply) }

  var payload: Data {
    let count = Int(natsMsg_GetDataLength(handle))
    return count == 0 ? Data() : natsMsg_GetData(handle).map { Data(bytes: $0, count: count) } ?? Data()
  }

  var headers: [String: String] {
    core.readingHeaders.withLock { _ in
      var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
      var count: Int32 = 0
      guard natsMsgHeader_Keys(handle, &names, &count) == NATS_OK, let names else { return [:] }
      defer { free(names) }
      var headers: [String: String] = [:]
      for index in 0..<Int(count) {
        guard let name = names[index] else { continue }
        headers[String(cString: name)] = headerValue(name, of: handle)
      }
      return headers
    }
  }

  func header(_ name: String) -> String? {
    core.readingHeaders.withLock { _ in headerValue(name, of: handle) }
  }

  /// Sends an answer to the log, without waiting for anything but room in the buffers.
  func answer(_ text: String, over link: Link) {
    link.send(text, to: reply)
  }
}

/// The first value of a header.
func headerValue(_ name: UnsafePointer<CChar>, of handle: OpaquePointer) -> String? {
  var value: UnsafePointer<CChar>?
  guard natsMsgHeader_Get(handle, name, &value) == NATS_OK, let value else { return nil }
  return String(cString: value)
}
