internal import CNATS

/// A connection of the C library.
// Sendable: the library lets any thread use a connection; it is destroyed after the last use (`ConnectionCore.end`).
struct Link: @unchecked Sendable {
  let connection: OpaquePointer

  /// For requests about streams and consumers.
  let context: OpaquePointer

  /// Its number in the table of callbacks.
  let number: UInt

  var server: String {
    String(unsafeUninitializedCapacity: 1_024) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        let status = natsConnection_GetConnectedUrl(connection, buffer.baseAddress, buffer.count)
        return status == NATS_OK ? buffer.firstIndex(of: 0) ?? 0 : 0
      }
    }
  }

  /// Whether it is lost for good.
  var isClosed: Bool { natsConnection_IsClosed(connection) }

  /// Sends a message, without waiting for anything but room in the buffers.
  @discardableResult
  func send(_ text: String, to subject: UnsafePointer<CChar>, reply: String? = nil) -> natsStatus {
    var text = text
    return text.withUTF8 { bytes in
      if let reply {
        natsConnection_PublishRequest(connection, subject, reply, bytes.baseAddress, Int32(bytes.count))
      } else {
        natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count))
      }
    }
  }

  func destroy() {
    jsCtx_Destroy(context)
    natsConnection_Destroy(connection)
    CallbackTable.remove(number)
  }
}
