public import NIOHTTP1
public import NIOWebSocket

/// Why a stream of WebSocket messages has failed, or a message could not be sent.
public enum WebSocketError: Error, Sendable {
  /// The messages have, or had, another subscriber.
  case alreadySubscribed

  /// The peer could not be reached, or the connection broke: the system's error, NIO's, or that of a handler for TLS.
  case connection(any Error)

  /// The peer has answered the handshake otherwise than by becoming a WebSocket.
  case refused(HTTPResponseStatus)

  /// The handshake, or the answer to a ping, took longer than allowed: the peer may be gone.
  case timedOut

  /// The connection ended without a close frame: something may be missing.
  case lost

  /// The peer has closed with a code that is no regular end.
  case closed(WebSocketClose)

  /// The peer has sent a frame or a message that is longer than allowed; it was closed with code 1009.
  ///
  /// - limit: The limit that was passed, in bytes.
  case tooLarge(limit: Int)

  /// The peer has broken the protocol; it was closed with code 1002.
  case protocolViolation(String)

  /// The peer has sent text that is not UTF-8; it was closed with code 1007.
  case invalidText

  /// Nothing can be sent any more: it was closed on this side or by the peer.
  case isClosed

  /// The close code that tells the peer of this failure; `nil` for one that the peer knows of.
  var code: WebSocketErrorCode? {
    switch self {
    case .tooLarge: .messageTooLarge
    case .protocolViolation: .protocolError
    case .invalidText: .dataInconsistentWithMessage
    case .alreadySubscribed, .connection, .refused, .timedOut, .lost, .closed, .isClosed: nil
    }
  }

  /// What an error of the pipeline is to the stream.
  init(_ error: any Error, limit: Int) {
    switch error {
    case let error as WebSocketError: self = error
    case NIOWebSocketError.invalidFrameLength: self = .tooLarge(limit: limit)
    case NIOWebSocketError.fragmentedControlFrame: self = .protocolViolation("A control frame was fragmented.")
    case NIOWebSocketError.multiByteControlFrameLength:
      self = .protocolViolation("A control frame had more than 125 bytes.")
    default: self = .connection(error)
    }
  }
}

/// The close that a peer has sent.
public struct WebSocketClose: Equatable, Sendable {
  /// The code; `nil` if there was none.
  public let code: WebSocketErrorCode?

  /// The reason: UTF-8, at most 123 bytes.
  public let reason: String

  /// Creates a description of a close.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - reason: The reason.
  public init(code: WebSocketErrorCode?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Whether it is a regular end: a normal close, going away, or no code.
  public var isRegular: Bool { code == nil || code == .normalClosure || code == .goingAway }
}
