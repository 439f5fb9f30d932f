import AsyncHTTPClient
import Hummingbird
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import StreamsHummingbird
import Testing

@Suite("Memory under a slow client of a Hummingbird server", .serialized, .generous)
struct ReadAheadTests {
  private static let size = 65_536

  /// What the kernel buffers at the server's end, up to 4 MiB when it writes and 32 when it reads, and a few chunks.
  private static let (writing, reading) = (8 << 20, 40 << 20)

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

  private struct Row: Encodable, Sendable {
    let text: String
  }

  @Test("A response is ahead of its client by no more than the buffers", arguments: ["bytes", "rows", "events"])
  func response(path: String) async throws {
    // No more than tells: to encode them takes its time.
    let (asked, count) = (NIOLockedValueBox(0), 400)
    let text = String(repeating: "a", count: Self.size)
    let texts = Publishers.Map(upstream: Array(repeating: text, count: count).publisher) { text in
      asked.withLockedValue { $0 += Self.size }
      return text
    }
    try await withServer { router in
      router.get("bytes") { _, context in
        let chunks = Publishers.Map(upstream: texts) { ByteBuffer(string: $0) }
        return Response(status: .ok, body: ResponseBody(publisher: chunks, on: context.eventLoop))
      }
      router.get("rows") { _, context in
        let rows = Publishers.Map(upstream: texts) { Row(text: $0) }
        return Response(status: .ok, body: ResponseBody(jsonLines: rows, on: context.eventLoop))
      }
      router.get("events") { request, context in
        Response.events(for: request, on: context.eventLoop) { _ in
          Publishers.Map(upstream: texts) { ServerSentEvent(data: $0) }
        }
      }
    } _: { [self] address in
      try await withClient { client in
        let request = try HTTPClient.Request(url: "\(address)/\(path)")
        let bytes = Publishers.Map(upstream: client.bytesPublisher(for: request)) { $0.readableBytes }
        try await expectReadAhead(of: bytes, total: count * Self.size, limit: Self.writing) {
          asked.withLockedValue { $0 }
        }
      }
    }
  }

  @Test("A request's body is ahead of its reader by no more than the buffers")
  func request() async throws {
    let (asked, count) = (NIOLockedValueBox(0), 1_200)
    try await withServer { router in
      router.post("take") { request, _ in
        let bytes = Publishers.Map(upstream: request.bodyPublisher()) { $0.readableBytes }
        try await expectReadAhead(of: bytes, total: count * Self.size, limit: Self.reading) {
          asked.withLockedValue { $0 }
        }
        return Response(status: .ok, headers: [.connection: "close"])
      }
    } _: { [self] address in
      let chunk = ByteBuffer(repeating: 65, count: Self.size)
      let chunks = Publishers.Map(upstream: Array(repeating: chunk, count: count).publisher) { chunk in
        asked.withLockedValue { $0 += Self.size }
        return chunk
      }
      try await withClient { client in
        let request = try HTTPClient.Request(url: "\(address)/take", method: .POST)
        let recorder = client.bytesPublisher(for: request, uploading: HTTPUpload(of: chunks)).record()
        try await eventually("There was no answer.") { !recorder.completions.isEmpty }
      }
    }
  }
}
