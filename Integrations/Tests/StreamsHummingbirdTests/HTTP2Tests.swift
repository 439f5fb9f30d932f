import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOSSL
import StreamConcurrency
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import StreamsHummingbird
import Testing

@Suite("Streams over HTTP/2", .serialized, .generous)
struct HTTP2Tests {
  /// Runs a server and a client, which have one connection, and stops them afterwards.
  private func withServer(
    _ route: (Router<Context>) -> Void,
    _ body: @escaping @Sendable (_ client: HTTPClient, _ address: String) async throws -> Void
  ) async throws {
    try await CertificateFiles.with { files in
      let certificate = try #require(try NIOSSLCertificate.fromPEMFile(files.certificate).first)
      let server = TLSConfiguration.makeServerConfiguration(
        certificateChain: [.certificate(certificate)],
        privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
      var configuration = HTTPClient.Configuration(certificateVerification: .fullVerification)
      var trusting = TLSConfiguration.makeClientConfiguration()
      trusting.trustRoots = .certificates([certificate])
      configuration.tlsConfiguration = trusting
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      do {
        try await withServerPort(speaking: .http2Upgrade(tlsConfiguration: server), route) { port in
          try await body(client, "https://127.0.0.1:\(port)")
        }
      } catch {
        try? await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }
  }

  @Test("A stream that is not read holds its own publisher back, and no other stream of the connection")
  func backPressure() async throws {
    let total = 1_500
    let chunks = CountedChunks(total, ofSize: 16_384)
    try await withServer { router in
      router.get("much") { _, context in
        Response(status: .ok, body: ResponseBody(publisher: chunks.publisher, on: context.eventLoop))
      }
      router.get("little") { _, _ in
        Response(status: .ok, body: ResponseBody(publisher: ["a", "b"].map { ByteBuffer(string: $0) }.publisher))
      }
    } _: { client, address in
      let much = client.responsePublisher(for: try HTTPClient.Request(url: "\(address)/much"))
      let response = try #require(await much.expectsOne(timeout: 60))
      #expect(response.head.version == .http2)
      let recorder = response.body.record(demand: .max(1))
      try await eventually("Nothing came.") { recorder.values.count == 1 }
      let stopped = try await settled { chunks.requested }
      // The client's window, which is 8 MiB, and what is ahead of the socket: 530 chunks.
      #expect(stopped < 700, "\(stopped) of \(total) chunks were asked for, though the client reads nothing.")
      for _ in 0..<20 {
        let little = await client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/little")).expectsAll(
          timeout: 60)
        #expect(little.map { String(buffer: $0) }.joined() == "ab")
      }
      // The rest comes when it is asked for.
      recorder.request(.unlimited)
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values.reduce(0) { $0 + $1.readableBytes } == 16_384 * total)
    }
  }

  @Test("A client that leaves cancels its stream's events, and the connection serves others")
  func leaves() async throws {
    let (left, kept) = (ScriptedPublisher<ServerSentEvent, Never>(), ScriptedPublisher<ServerSentEvent, Never>())
    try await withServer { router in
      router.get("left") { request, _ in Response.events(for: request) { _ in left } }
      router.get("kept") { request, _ in Response.events(for: request) { _ in kept } }
    } _: { client, address in
      let keeping = client.linesPublisher(for: try HTTPClient.Request(url: "\(address)/kept")).record()
      let leaving = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/left")).record()
      try await eventually("Nothing was asked for.") { left.demand != .none && kept.demand != .none }
      _ = left.send(ServerSentEvent(data: "one"))
      try await eventually("Nothing came.") { !leaving.values.isEmpty }
      leaving.cancel()
      try await eventually("It was not cancelled.") { left.isCancelled }
      #expect(!kept.isCancelled)
      _ = kept.send(ServerSentEvent(data: "two"))
      try await eventually("Nothing came any more.") { keeping.values.contains("data: two") }
      kept.send(completion: .finished)
      try await eventually("It did not finish.") { keeping.isFinished }
    }
  }

  @Test("A failure cuts the stream off, and a body goes up")
  func failureAndUpload() async throws {
    try await withServer { router in
      router.get("fails") { _, _ in
        let chunks = Record<ByteBuffer, TestError>(
          output: [ByteBuffer(string: "part")], completion: .failure(TestError("broken")))
        return Response(status: .ok, body: ResponseBody(publisher: chunks))
      }
      router.post("count") { request, _ in
        var count = 0
        for try await chunk in request.bodyPublisher().values { count += chunk.readableBytes }
        return "\(count)"
      }
    } _: { client, address in
      let failing = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/fails")).record()
      try await eventually("It did not end.") { !failing.completions.isEmpty }
      #expect(failing.failure != nil)
      let chunks = Array(repeating: ByteBuffer(repeating: 65, count: 10_000), count: 100).publisher
      let request = try HTTPClient.Request(url: "\(address)/count", method: .POST)
      let count = await client.linesPublisher(for: request, uploading: HTTPUpload(of: chunks)).expectsAll(timeout: 60)
      #expect(count == ["1000000"])
    }
  }
}
