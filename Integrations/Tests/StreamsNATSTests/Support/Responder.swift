import CNATS
import Foundation
import StreamCore

/// A program that answers writes to a subject as a log would, as far as its script goes.
final class Responder: @unchecked Sendable {
  // Sendable: the state is under its lock; the connection is destroyed once.
  private struct State {
    var script: [String]
    var identifiers: [String] = []
  }

  private let lock = NSLock()
  private var state: State
  private var connection: OpaquePointer?
  private var subscription: OpaquePointer?

  /// Connects to a server, and answers from then on.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - subject: The subject of the writes.
  ///   - script: The answers; the last one is repeated.
  /// - Throws: A `ServerError` if there is no connection.
  init(_ server: NATSServer, subject: String, script: [String]) throws {
    state = State(script: script)
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    guard natsConnection_ConnectTo(&connection, server.url) == NATS_OK,
      natsConnection_Subscribe(
        &subscription, connection, subject,
        { connection, _, message, pointer in
          guard let connection, let message, let pointer else { return }
          Unmanaged<Responder>.fromOpaque(pointer).takeUnretainedValue().answer(message, connection)
        }, pointer) == NATS_OK,
      natsConnection_Flush(connection) == NATS_OK
    else { throw ServerError(log: "There is no connection.") }
  }

  /// The identifiers of the writes, in their order.
  var identifiers: [String] { lock.withLock { state.identifiers } }

  func stop() {
    natsSubscription_Destroy(subscription)
    natsConnection_Destroy(connection)
    (subscription, connection) = (nil, nil)
  }

  private func answer(_ message: OpaquePointer, _ connection: OpaquePointer) {
    defer { natsMsg_Destroy(message) }
    let identifiers = [WriteHeader.id, .original].compactMap { $0.value(of: message) }
    let text = lock.withLock {
      state.identifiers.append(identifiers.joined(separator: " of "))
      return state.script.count > 1 ? state.script.removeFirst() : state.script[0]
    }
    natsConnection_PublishString(connection, natsMsg_GetReply(message), text)
  }
}

private enum WriteHeader: String {
  case id = "Nats-Msg-Id"
  case original = "Streams-Message-Id"

  func value(of message: OpaquePointer) -> String? {
    var text: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, rawValue, &text) == NATS_OK, let text else { return nil }
    return String(cString: text)
  }
}
