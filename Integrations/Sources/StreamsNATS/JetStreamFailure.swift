internal import CNATS

/// Why an operation on a durable log has failed.
public enum JetStreamFailure: Error {
  /// None of the servers could be connected to: refused, unknown, or without the right to.
  case notConnected(reason: String)

  /// The connection has been closed, by ``JetStream/close()`` or because it was lost for good.
  case closed

  /// There is no stream of this name.
  case noStream(String)

  /// There is no consumer of this name, or it has been deleted while messages were awaited.
  case noConsumer(String, stream: String)

  /// The server refused the operation, with its error code and words: a limit of the stream, a configuration that does
  /// not fit, no room on its disk.
  case refused(code: Int, description: String)

  /// A message is larger than the server or the stream allows.
  case tooLarge(bytes: Int)

  /// A message was not acknowledged in the time that ``PublishOptions/patience`` allows. It may be stored all the same.
  case unacknowledged(id: String)

  /// A value could not be made into a message; the error of the encoder.
  case unencodable(any Error)

  /// Upstream has failed; its failure.
  case upstream(any Error)

  /// Another failure of the C library, with its status and words.
  case library(status: Int, description: String)
}

extension JetStreamFailure {
  /// The failure for a status of the C library, and an error code of the server (0 for none).
  init(_ status: natsStatus, code: jsErrCode = jsErrCode(0), text: String? = nil) {
    if code.rawValue != 0 {
      self = .refused(code: Int(code.rawValue), description: text ?? lastErrorText() ?? status.text)
    } else if status == NATS_CONNECTION_CLOSED {
      self = .closed
    } else {
      self = .library(status: Int(status.rawValue), description: text ?? status.text)
    }
  }
}

extension natsStatus {
  var text: String { String(cString: natsStatus_GetText(self)) }

  /// Whether the operation may succeed if it is tried again: the connection or the leader of the stream is not there.
  var isTransient: Bool {
    switch self {
    case NATS_TIMEOUT, NATS_NO_RESPONDERS, NATS_CONNECTION_DISCONNECTED, NATS_NO_SERVER, NATS_STALE_CONNECTION,
      NATS_INSUFFICIENT_BUFFER, NATS_IO_ERROR:
      true
    default: false
    }
  }
}

extension jsErrCode {
  /// A message of the same identifier is in process. The library has no name for it.
  static let duplicateInProcess = jsErrCode(10158)

  /// Whether the server may do later what it refused now: its cluster has no leader, or is about to do it. With the
  /// code for servers without JetStream the library says that none has answered, as while they start.
  var isTransient: Bool {
    [
      .duplicateInProcess, JSClusterNotAvailErr, JSClusterNotLeaderErr, JSClusterIncompleteErr, JSNotEnabledErr,
    ].contains(self)
  }
}

/// The words of the last error of the C library on this thread.
func lastErrorText() -> String? {
  var status = NATS_OK
  guard let text = nats_GetLastError(&status) else { return nil }
  let words = String(cString: text)
  return words.isEmpty ? nil : words
}

extension JetStreamFailure {
  /// Whether the operation may succeed if it is tried again.
  var isTransient: Bool {
    switch self {
    case .refused(let code, _): jsErrCode(UInt32(clamping: code)).isTransient
    case .library(let status, _): natsStatus(UInt32(clamping: status)).isTransient
    default: false
    }
  }
}
