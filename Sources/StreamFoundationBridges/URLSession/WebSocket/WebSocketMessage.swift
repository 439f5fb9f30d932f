public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A complete WebSocket message.
public enum WebSocketMessage: Equatable, Sendable {
  /// A binary message.
  case data(Data)

  /// A text message.
  case string(String)
}

/// A close by the server that was not a regular end.
///
/// It is the underlying error of the stream's `URLError`: see `URLError.webSocketClosure`.
public struct WebSocketClosure: Error, Equatable, Sendable {
  /// The close code; on Linux, Foundation knows only those of RFC 6455.
  public let code: URLSessionWebSocketTask.CloseCode

  /// The server's reason, usually UTF-8.
  public let reason: Data?

  /// Creates a description of a close.
  ///
  /// - Parameters:
  ///   - code: The close code.
  ///   - reason: The server's reason.
  public init(code: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) {
    self.code = code
    self.reason = reason
  }

  /// Whether it is a regular end: a normal close, going away, or no code.
  package var isRegular: Bool {
    switch code {
    case .normalClosure, .goingAway, .noStatusReceived: true
    default: false
    }
  }
}

extension URLError {
  /// The server's close that caused this error; `nil` if there was none.
  @_disfavoredOverload
  public var webSocketClosure: WebSocketClosure? {
    userInfo[NSUnderlyingErrorKey] as? WebSocketClosure
  }

  /// The failure of a WebSocket closed by the server.
  package init(_ closure: WebSocketClosure) {
    self.init(.networkConnectionLost, userInfo: [NSUnderlyingErrorKey: closure])
  }
}
