import IntegrationTestSupport
import NIOCore
import NIOPosix
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

extension NetworkTests {
  @Suite("Memory under a slow subscriber")
  struct ReadAheadTests {
    private static let (count, size) = (2_000, 16_384)
    private static let pieces = Array(repeating: ByteBuffer(repeating: 7, count: size), count: count).publisher

    /// The buffers of both sockets, a window of four pieces, and what a channel takes before it says that it is full.
    private static let limit = 1 << 20

    @Test("A channel's reader is behind its writer by no more than the buffers")
    func channels() async throws {
      let ends = try await Loopback.connect()
      let asked = Counter()
      let writing = Self.pieces.counting(asked).write(to: ends.client, window: 4)
      let bytes = Publishers.Map(upstream: ends.atServer) { $0.readableBytes }
      try await expectReadAhead(of: bytes, total: Self.count * Self.size, limit: Self.limit) { asked.count * Self.size }
      withExtendedLifetime(writing) {}
      await ends.close()
    }

    @Test(
      "A WebSocket's reader is behind its writer by no more than the buffers, and what is read ahead",
      arguments: [0, 8])
    func webSockets(readAhead: Int) async throws {
      let server = try await WebSocketServer.bind(
        host: "127.0.0.1", port: 0,
        transport: { channel in
          try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 65_536)
        })
      let accepting = server.connections.record(demand: .max(1))
      var configuration = WebSocketConfiguration()
      configuration.readAhead = readAhead
      let socket = try await WebSocketConnection.connect(
        host: "127.0.0.1", port: server.localAddress?.port ?? 0, configuration: configuration,
        transport: { channel in
          try channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: 65_536)
        })
      try await eventually("It was not accepted.") { accepting.values.count == 1 }
      let asked = Counter()
      let messages = Publishers.Map(upstream: Self.pieces.counting(asked)) { WebSocketMessage.binary($0) }
      let sending = messages.send(over: accepting.values[0], window: 4)
      let bytes = Publishers.Map(upstream: socket.messages) { _ in Self.size }
      try await expectReadAhead(of: bytes, total: Self.count * Self.size, limit: Self.limit) { asked.count * Self.size }
      withExtendedLifetime(sending) {}
      for socket in [socket, accepting.values[0]] { try? await socket.channel.close() }
      await server.close()
    }
  }
}
