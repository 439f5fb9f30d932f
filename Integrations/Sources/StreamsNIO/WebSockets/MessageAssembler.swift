internal import NIOCore
internal import NIOWebSocket

/// Makes messages of frames, and checks that the peer keeps the protocol (RFC 6455). Pure: no channel, no outside call.
struct MessageAssembler {
  /// What a frame has brought.
  enum Event: Equatable {
    /// A part of a message.
    case nothing
    case message(WebSocketMessage)
    case ping(ByteBuffer)
    case pong(ByteBuffer)
    case close(WebSocketClose)
  }

  private struct Partial {
    let isText: Bool
    var content: ByteBuffer
  }

  private let isServer: Bool
  private let maxMessageSize: Int
  private var partial: Partial?

  init(isServer: Bool, maxMessageSize: Int) {
    self.isServer = isServer
    self.maxMessageSize = maxMessageSize
  }

  mutating func take(_ frame: WebSocketFrame) throws(WebSocketError) -> Event {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .protocolViolation("A reserved bit was set.") }
    // Section 5.1: what a client sends is masked, what a server sends is not.
    guard (frame.maskKey != nil) == isServer else {
      throw .protocolViolation(isServer ? "A client's frame was not masked." : "A server's frame was masked.")
    }
    let content = frame.unmaskedData
    switch frame.opcode {
    case .text, .binary:
      guard partial == nil else { throw .protocolViolation("A message began inside another.") }
      return try append(content, to: Partial(isText: frame.opcode == .text, content: ByteBuffer()), isLast: frame.fin)
    case .continuation:
      guard let begun = partial.take() else { throw .protocolViolation("A continuation had no beginning.") }
      return try append(content, to: begun, isLast: frame.fin)
    case .ping: return .ping(content)
    case .pong: return .pong(content)
    case .connectionClose: return .close(try close(content))
    default: throw .protocolViolation("A frame had an unknown opcode.")
    }
  }

  private mutating func append(
    _ content: ByteBuffer, to begun: Partial, isLast: Bool
  ) throws(WebSocketError) -> Event {
    var begun = begun
    guard begun.content.readableBytes + content.readableBytes <= maxMessageSize else {
      throw .tooLarge(limit: maxMessageSize)
    }
    if begun.content.readableBytes == 0 {
      // A message of one frame is not copied.
      begun.content = content
    } else {
      begun.content.writeImmutableBuffer(content)
    }
    guard isLast else {
      partial = begun
      return .nothing
    }
    guard begun.isText else { return .message(.binary(begun.content)) }
    guard let text = Self.text(begun.content) else { throw .invalidText }
    return .message(.text(text))
  }

  private func close(_ content: ByteBuffer) throws(WebSocketError) -> WebSocketClose {
    var content = content
    guard content.readableBytes > 0 else { return WebSocketClose(code: nil) }
    guard let code: UInt16 = content.readInteger() else { throw .protocolViolation("A close had half a code.") }
    // Section 7.4.1: others are reserved, or stand for what is not sent.
    guard (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code) else {
      throw .protocolViolation("A close had the code \(code).")
    }
    guard let reason = Self.text(content) else { throw .invalidText }
    return WebSocketClose(code: WebSocketErrorCode(codeNumber: Int(code)), reason: reason)
  }

  private static func text(_ content: ByteBuffer) -> String? {
    String(validating: content.readableBytesView, as: UTF8.self)
  }
}
