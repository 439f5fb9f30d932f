import Foundation

/// The server's part of a WebSocket handshake.
enum WebSocketHandshake {
  /// What answers a request.
  ///
  /// - Parameter head: The head of the request.
  /// - Returns: The head of the answer, and what came after that of the request; `nil` if it is no WebSocket's.
  static func answer(to head: [UInt8]) -> (head: String, rest: [UInt8])? {
    let text = String(decoding: head, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    guard let key = field("Sec-WebSocket-Key", in: lines) else { return nil }
    var answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    answer += "Sec-WebSocket-Accept: \(accept(key: key))\r\n"
    if let offered = field("Sec-WebSocket-Protocol", in: lines)?.split(separator: ",").first {
      answer += "Sec-WebSocket-Protocol: \(offered)\r\n"
    }
    return (answer + "\r\n", Array(head.dropFirst(text[..<end.upperBound].utf8.count)))
  }

  /// The value of a field of a head.
  static func field(_ name: String, in lines: [String]) -> String? {
    let prefix = name.lowercased() + ":"
    return lines.first { $0.lowercased().hasPrefix(prefix) }?
      .dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
  }

  /// The field that shows a client that the server has understood.
  static func accept(key: String) -> String {
    Data(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// SHA-1, which the handshake is made with: no secret is kept by it.
  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = stride(from: start, to: start + 64, by: 4).map { index in
        bytes[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for (index, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (a, b, c, d, e) = (rotate(a, by: 5) &+ mixed &+ e &+ constant &+ word, a, rotate(b, by: 30), c, d)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return state.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
