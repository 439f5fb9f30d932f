import Foundation

/// A real WebSocket server on loopback, which does as it is told by text messages and sends all others back.
enum WebSocketServer {
  /// What the server has seen of its clients.
  struct Log: Sendable {
    var heads: [String] = []

    /// The codes that clients closed with.
    var closeCodes: [Int] = []
  }

  /// Runs `body` beside a server.
  ///
  /// The messages it obeys: `send N`, to which it sends the numbers from 1 to N; `close CODE REASON`; and `hang up`.
  static func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ server: StreamingServer, _ url: URL, _ log: Watched<Log>) async throws -> Result
  ) async throws -> Result {
    let log = Watched(Log())
    return try await StreamingServer.run { client in
      serve(client, log)
    } _: { server in
      try await body(server, server.url(scheme: "ws"), log)
    }
  }

  @Sendable
  private static func serve(_ client: StreamingServer.Client, _ log: Watched<Log>) {
    log.update { $0.heads.append(String(decoding: client.request, as: UTF8.self)) }
    guard let (head, rest) = WebSocketHandshake.answer(to: client.request) else { return client.sendHead(status: 400) }
    client.send(head)
    var reader = WebSocketFrameReader(rest)
    while let frame = reader.next(client.read) {
      switch frame.opcode {
      case .text where frame.text == "hang up": return
      case .text where frame.text.hasPrefix("send "):
        for number in 1...(Int(frame.text.dropFirst(5)) ?? 1) { client.send(WebSocketFrame.text("\(number)").bytes()) }
      case .text where frame.text.hasPrefix("close "):
        let words = frame.text.split(separator: " ", maxSplits: 2)
        client.send(WebSocketFrame.close(Int(words[1]) ?? 0, words.count > 2 ? String(words[2]) : "").bytes())
      case .text, .binary: client.send(frame.bytes())
      case .ping: client.send(WebSocketFrame(opcode: .pong, payload: frame.payload).bytes())
      case .pong: break
      case .close:
        log.update { log in
          if let code = frame.closeCode { log.closeCodes.append(code) }
        }
        client.send(frame.bytes())
        return
      }
    }
  }
}
