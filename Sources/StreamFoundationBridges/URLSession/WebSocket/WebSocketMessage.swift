public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One message of a WebSocket, whole.
public enum WebSocketMessage: Equatable, Sendable {
  /// A binary message.
  case data(Data)

  /// A text message.
  case string(String)
}

/// How the server closed a WebSocket, if it did so for a reason that is no regular end.
///
/// It is the underlying error of the `URLError` that the stream fails with: see `URLError.webSocketClosure`.
public struct WebSocketClosure: Error, Equatable, Sendable {
  /// The close code; on Linux, Foundation knows those of RFC 6455 alone.
  public let code: URLSessionWebSocketTask.CloseCode

  /// What the server said of it: UTF-8, as a rule.
  public let reason: Data?

  /// Makes a description of a close.
  ///
  /// - Parameters:
  ///   - code: The close code.
  ///   - reason: What was said of it.
  public init(code: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) {
    self.code = code
    self.reason = reason
  }

  /// Whether the server had nothing more to say: it closed normally, went away, or gave no code.
  package var isRegular: Bool {
    switch code {
    case .normalClosure, .goingAway, .noStatusReceived: true
    default: false
    }
  }
}

extension URLError {
  /// How the server closed the WebSocket whose stream failed with this error; `nil` if that was not the cause.
  @_disfavoredOverload
  public var webSocketClosure: WebSocketClosure? {
    userInfo[NSUnderlyingErrorKey] as? WebSocketClosure
  }

  /// What a WebSocket fails with that the server closed.
  package init(_ closure: WebSocketClosure) {
    self.init(.networkConnectionLost, userInfo: [NSUnderlyingErrorKey: closure])
  }
}
