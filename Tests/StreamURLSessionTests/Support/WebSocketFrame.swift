/// A frame of RFC 6455, as it goes over the wire: for a server and a client that tests write by hand. Messages in
/// several frames are not needed here.
struct WebSocketFrame: Equatable {
  enum Opcode: UInt8 {
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  var opcode: Opcode
  var payload: [UInt8] = []

  static func text(_ text: String) -> WebSocketFrame { WebSocketFrame(opcode: .text, payload: Array(text.utf8)) }

  static func close(_ code: Int, _ reason: String = "") -> WebSocketFrame {
    WebSocketFrame(opcode: .close, payload: [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8))
  }

  /// The code of a close frame.
  var closeCode: Int? {
    guard opcode == .close, payload.count >= 2 else { return nil }
    return Int(payload[0]) << 8 | Int(payload[1])
  }

  var text: String { String(decoding: payload, as: UTF8.self) }

  /// Writes the frame.
  ///
  /// - Parameter mask: What a client masks its payload with; servers do not.
  /// - Returns: The bytes.
  func bytes(mask: [UInt8]? = nil) -> [UInt8] {
    let flag: UInt8 = mask == nil ? 0 : 0x80
    var bytes: [UInt8] = [0x80 | opcode.rawValue]
    switch payload.count {
    case ..<126: bytes.append(flag | UInt8(payload.count))
    case ..<65_536: bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    default: bytes += [flag | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }
}

/// Cuts frames out of bytes that come in any pieces.
struct WebSocketFrameReader {
  private var bytes: [UInt8]

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// The next frame.
  ///
  /// - Parameter read: Waits for bytes; none if the other side has gone.
  /// - Returns: The frame; `nil` if the other side has gone, or does not keep to what is known here.
  mutating func next(_ read: () -> [UInt8]) -> WebSocketFrame? {
    guard let head = take(2, read), head[0] & 0xf0 == 0x80, let opcode = WebSocketFrame.Opcode(rawValue: head[0] & 0xf)
    else { return nil }
    var length = Int(head[1] & 0x7f)
    if length >= 126 {
      guard let field = take(length == 126 ? 2 : 8, read) else { return nil }
      length = field.reduce(0) { $0 << 8 | Int($1) }
    }
    var mask: [UInt8] = [0, 0, 0, 0]
    if head[1] & 0x80 != 0 {
      guard let field = take(4, read) else { return nil }
      mask = field
    }
    guard let payload = take(length, read) else { return nil }
    return WebSocketFrame(opcode: opcode, payload: payload.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  private mutating func take(_ count: Int, _ read: () -> [UInt8]) -> [UInt8]? {
    while bytes.count < count {
      let piece = read()
      guard !piece.isEmpty else { return nil }
      bytes += piece
    }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }
}
