public import NIOCore

/// A complete WebSocket message.
public enum WebSocketMessage: Equatable, Sendable {
  /// A text message.
  case text(String)

  /// A binary message.
  case binary(ByteBuffer)
}
