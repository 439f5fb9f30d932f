import AsyncHTTPClient
import Hummingbird
import HummingbirdCore
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import StreamConcurrency
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import StreamsHummingbird
import Testing

@Suite("Faults of a Hummingbird server's streams", .serialized, .generous)
struct HummingbirdFaultTests {
  /// What a handler has seen of a request's body.
  private final class Seen: Sendable {
    private let state = NIOLockedValueBox<(text: String, end: Subscribers.Completion<RequestBodyError>?)>(("", nil))

    var text: String { state.withLockedValue { $0.text } }
    var end: Subscribers.Completion<RequestBodyError>? { state.withLockedValue { $0.end } }

    /// Takes the body to its end.
    func take(_ request: Request, maxSize: Int = .max) async -> Response {
      do {
        for try await chunk in request.bodyPublisher(maxSize: maxSize).values {
          state.withLockedValue { $0.text += String(buffer: chunk) }
        }
        state.withLockedValue { $0.end = .finished }
      } catch {
        state.withLockedValue { $0.end = .failure(error) }
      }
      return Response(status: .ok)
    }
  }

  private static let head = "POST /take HTTP/1.1\r\nHost: a\r\n"

  private func withTaker(
    idleTimeout: TimeAmount? = nil, maxSize: Int = .max,
    _ body: @escaping @Sendable (RawClient, Seen) async throws -> Void
  ) async throws {
    let seen = Seen()
    try await withServerPort(speaking: .http1(configuration: .init(idleTimeout: idleTimeout))) { router in
      router.post("take") { request, _ in await seen.take(request, maxSize: maxSize) }
    } _: { port in
      let client = try await RawClient.connect(port)
      try await body(client, seen)
      try? await client.channel.close()
      try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
    }
  }

  private func expectConnectionFailure(_ seen: Seen, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await eventually("It did not end.", sourceLocation: sourceLocation) { seen.end != nil }
    guard case .failure(.connection)? = seen.end else {
      Issue.record("It ended otherwise: \(String(describing: seen.end))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test("A request's body that comes slowly, a byte at a time, is whole")
  func slow() async throws {
    try await withTaker { client, seen in
      for byte in "\(Self.head)Content-Length: 5\r\n\r\nhello" { try await client.send(String(byte)) }
      try await eventually("There was no answer.") { client.text.hasPrefix("HTTP/1.1 200") }
      #expect(seen.text == "hello")
    }
  }

  @Test("A request that is cut off in its body fails the publisher, after what has come", arguments: [true, false])
  func cut(isChunked: Bool) async throws {
    try await withTaker { client, seen in
      try await client.send(
        Self.head + (isChunked ? "Transfer-Encoding: chunked\r\n\r\n9\r\nhello" : "Content-Length: 9\r\n\r\nhello"))
      try await eventually("Nothing came.") { seen.text == "hello" }
      try await client.channel.close()
      try await expectConnectionFailure(seen)
    }
  }

  @Test("A body that is malformed fails the publisher, after what has come, and closes the connection")
  func malformed() async throws {
    try await withTaker { client, seen in
      try await client.send("\(Self.head)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
      try await eventually("Nothing came.") { seen.text == "hello" }
      try await client.send("some\r\n")
      try await expectConnectionFailure(seen)
      try await client.channel.closeFuture.get()
    }
  }

  @Test(
    "A client that vanishes in its body fails the publisher when the server's timeout for idle connections has passed")
  func vanishes() async throws {
    try await withTaker(idleTimeout: .seconds(3)) { client, seen in
      try await client.send("\(Self.head)Content-Length: 9\r\n\r\nhello")
      try await eventually("Nothing came.") { seen.text == "hello" }
      try await expectConnectionFailure(seen)
      try await client.channel.closeFuture.get()
    }
  }

  @Test("A body that is too long fails with the limit, before the chunk that passes it")
  func tooLarge() async throws {
    try await withTaker(maxSize: 6) { client, seen in
      try await client.send("\(Self.head)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
      try await eventually("Nothing came.") { seen.text == "hello" }
      try await client.send("2\r\n, \r\n0\r\n\r\n")
      try await eventually("It did not end.") { seen.end != nil }
      guard case .failure(.tooLarge(limit: 6))? = seen.end else {
        Issue.record("It ended otherwise: \(String(describing: seen.end))")
        return
      }
      #expect(seen.text == "hello")
    }
  }

  @Test("A client that leaves cancels the publisher of the response, at the next chunk", arguments: [true, false])
  func clientLeaves(isOnEventLoop: Bool) async throws {
    let chunks = ScriptedPublisher<ByteBuffer, Never>()
    try await withServerPort { router in
      router.get("chunks") { _, context in
        Response(status: .ok, body: ResponseBody(publisher: chunks, on: isOnEventLoop ? context.eventLoop : nil))
      }
    } _: { port in
      let client = try await RawClient.connect(port)
      try await client.send("GET /chunks HTTP/1.1\r\nHost: a\r\n\r\n")
      try await eventually("Nothing was asked for.") { chunks.demand != .none }
      _ = chunks.send(ByteBuffer(string: "first"))
      try await eventually("Nothing came.") { client.text.contains("first") }
      try await client.channel.close()
      try await eventually("It was not cancelled.") {
        _ = chunks.send(ByteBuffer(repeating: 65, count: 70_000))
        return chunks.isCancelled
      }
      try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
    }
  }

  private struct Amount: Encodable {
    var value: Double
  }

  @Test("A value that JSON does not have cuts the response off, and cancels the publisher")
  func notEncodable() async throws {
    let values = ScriptedPublisher<Amount, Never>()
    try await withServerPort { router in
      router.get("rows") { _, _ in Response(status: .ok, body: ResponseBody(jsonLines: values)) }
    } _: { port in
      let request = try HTTPClient.Request(url: "http://127.0.0.1:\(port)/rows")
      let recorder = HTTPClient.shared.linesPublisher(for: request).record()
      try await eventually("Nothing was asked for.") { values.demand != .none }
      _ = values.send(Amount(value: 1))
      try await eventually("Nothing came.") { recorder.values == [#"{"value":1}"#] }
      _ = values.send(Amount(value: .nan))
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      #expect(recorder.failure != nil)
      try await eventually("It was not cancelled.") { values.isCancelled }
    }
  }

  @Test("A publisher of fewer bytes than were said breaks the connection")
  func contentLength() async throws {
    try await withServerPort { router in
      router.get("short") { _, _ in
        Response(status: .ok, body: ResponseBody(publisher: Just(ByteBuffer(string: "abc")), contentLength: 5))
      }
    } _: { port in
      var request = try HTTPClient.Request(url: "http://127.0.0.1:\(port)/short")
      request.headers.add(name: "Connection", value: "close")
      let recorder = HTTPClient.shared.bytesPublisher(for: request).record()
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      #expect(recorder.failure != nil)
      #expect(recorder.values.map { String(buffer: $0) }.joined() == "abc")
    }
  }

  @Test("A request's body keeps the contract of publishers")
  func keepsContract() async {
    await expectContract {
      let letters = "abcdefghijklmnopqrstuvwxyz".map { ByteBuffer(string: String($0)) }
      let body = RequestBody(asyncSequence: AsyncStream(letters))
      return Request(head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"), body: body)
        .bodyPublisher()
    }
  }
}

extension AsyncStream where Element: Sendable {
  fileprivate init(_ elements: [Element]) {
    let (stream, continuation) = AsyncStream.makeStream()
    for element in elements { continuation.yield(element) }
    continuation.finish()
    self = stream
  }
}
