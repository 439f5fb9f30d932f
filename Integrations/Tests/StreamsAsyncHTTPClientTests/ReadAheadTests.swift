import AsyncHTTPClient
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import Testing

@Suite("Memory under a slow subscriber of a response", .serialized, .generous)
struct ReadAheadTests {
  private static let (count, size) = (2_000, 16_384)

  /// The buffers of both sockets, and what a channel reads and takes at a time.
  private static let limit = 1 << 20

  /// A client whose sockets have small buffers.
  private func withClient(_ body: (HTTPClient) async throws -> Void) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.setOption(.socketOption(.so_rcvbuf), value: 65_536)
        .flatMap { channel.setOption(.socketOption(.so_sndbuf), value: 65_536) }
    }
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      try await body(client)
    } catch {
      try? await client.shutdown()
      throw error
    }
    try await client.shutdown()
  }

  @Test("A response's reader is behind the server by no more than the buffers")
  func response() async throws {
    let written = NIOLockedValueBox(0)
    let server = try await RawServer.start { channel in
      channel.say("HTTP/1.1 200 OK\r\nContent-Length: \(Self.count * Self.size)\r\n\r\n")
      let chunk = ByteBuffer(repeating: 65, count: Self.size)
      @Sendable func next(_ rest: Int) {
        guard rest > 0 else { return }
        channel.writeAndFlush(chunk).whenSuccess {
          written.withLockedValue { $0 += Self.size }
          next(rest - 1)
        }
      }
      next(Self.count)
    }
    try await withClient { client in
      let request = try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/")
      let bytes = Publishers.Map(upstream: client.bytesPublisher(for: request)) { $0.readableBytes }
      try await expectReadAhead(of: bytes, total: Self.count * Self.size, limit: Self.limit) {
        written.withLockedValue { $0 }
      }
    }
    await server.stop()
  }

  @Test("An upload is ahead of a server that reads nothing by no more than the buffers")
  func upload() async throws {
    let server = try await RawServer.start(reads: false) { _ in }
    try await withClient { client in
      let asked = NIOLockedValueBox(0)
      let chunk = ByteBuffer(repeating: 65, count: Self.size)
      let chunks = Publishers.Map(upstream: Array(repeating: chunk, count: Self.count).publisher) { chunk in
        asked.withLockedValue { $0 += chunk.readableBytes }
        return chunk
      }
      let request = try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/", method: .POST)
      let recorder = client.responsePublisher(for: request, uploading: HTTPUpload(of: chunks)).record()
      try await eventually("It did not begin.") { asked.withLockedValue { $0 } > 0 }
      let ahead = try await settled { asked.withLockedValue { $0 } }
      #expect(ahead <= Self.limit)
      recorder.cancel()
    }
    await server.stop()
  }
}
