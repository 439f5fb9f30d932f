import AsyncHTTPClient
import HTTPTypes
import Hummingbird
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

@Suite("Streams of a Hummingbird server", .serialized, .generous)
struct HummingbirdTests {
  private let client = HTTPClient.shared

  private struct Row: Codable, Equatable {
    var number: Int
  }

  @Test("A publisher's chunks are the body, with its length or in chunks")
  func bytes() async throws {
    try await withServer { router in
      router.get("chunks") { _, _ in
        Response(status: .ok, body: ResponseBody(publisher: ["a", "b"].map { ByteBuffer(string: $0) }.publisher))
      }
      router.get("length") { _, _ in
        Response(status: .ok, body: ResponseBody(publisher: Just(ByteBuffer(string: "abc")), contentLength: 3))
      }
    } _: { [client] address in
      for (path, text, length) in [("chunks", "ab", nil), ("length", "abc", "3")] as [(String, String, String?)] {
        let request = try HTTPClient.Request(url: "\(address)/\(path)")
        let response = try #require(await client.responsePublisher(for: request).expectsOne(timeout: 60))
        #expect(response.head.headers.first(name: "Content-Length") == length)
        let chunks = await response.body.expectsAll(timeout: 60)
        #expect(chunks.map { String(buffer: $0) }.joined() == text)
      }
    }
  }

  @Test("Values are lines of JSON, which a client of lines reads back")
  func jsonLines() async throws {
    try await withServer { router in
      router.get("rows") { _, _ in
        Response(status: .ok, body: ResponseBody(jsonLines: (0..<1_000).map { Row(number: $0) }.publisher))
      }
    } _: { [client] address in
      let request = try HTTPClient.Request(url: "\(address)/rows")
      let lines = await client.linesPublisher(for: request).expectsAll(timeout: 60)
      #expect(lines.count == 1_000)
      #expect(lines.last == #"{"number":999}"#)
    }
  }

  @Test("A client that does not read holds the publisher back; one that leaves cancels it")
  func backPressure() async throws {
    let total = 100_000
    let chunks = CountedChunks(total, ofSize: 65_536)
    try await withServer { router in
      router.get("much") { _, context in
        Response(status: .ok, body: ResponseBody(publisher: chunks.publisher, on: context.eventLoop))
      }
    } _: { [client] address in
      let recorder = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/much")).record(demand: .max(1))
      try await eventually("Nothing came.") { recorder.values.count == 1 }
      let stopped = try await settled { chunks.requested }
      // What the kernel buffers at both ends, and two chunks.
      #expect(stopped < 1_000, "\(stopped) of \(total) chunks were asked for, though the client reads nothing.")
      recorder.cancel()
      let atEnd = try await settled { chunks.requested }
      #expect(atEnd < total)
    }
  }

  @Test("A failure cuts the response off, so that the client's stream fails")
  func failure() async throws {
    try await withServer { router in
      router.get("fails") { _, _ in
        let chunks = Record<ByteBuffer, TestError>(
          output: [ByteBuffer(string: "part")], completion: .failure(TestError("broken")))
        return Response(status: .ok, body: ResponseBody(publisher: chunks))
      }
    } _: { [client] address in
      let recorder = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/fails")).record()
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      #expect(recorder.failure != nil)
    }
  }

  @Test("Events go on after the one that the client has got last")
  func resumes() async throws {
    try await withServer { router in
      router.get("events") { request, _ in
        var response = Response.events(for: request) { lastID in
          let first = lastID.flatMap { Int($0) }.map { $0 + 1 } ?? 0
          return (first..<5).map { ServerSentEvent(data: "event \($0)", id: "\($0)") }.publisher
        }
        response.headers[.connection] = "close"
        return response
      }
    } _: { [client] address in
      var request = try HTTPClient.Request(url: "\(address)/events")
      let response = try #require(await client.responsePublisher(for: request).expectsOne(timeout: 60))
      #expect(response.head.headers["Content-Type"] == ["text/event-stream"])
      let lines = await response.body.lines().expectsAll(timeout: 60)
      #expect(lines == (0..<5).flatMap { ["id: \($0)", "data: event \($0)", ""] })
      request.headers.add(name: "Last-Event-ID", value: "2")
      let rest = await client.linesPublisher(for: request).expectsAll(timeout: 60)
      #expect(rest == (3..<5).flatMap { ["id: \($0)", "data: event \($0)", ""] })
    }
  }

  @Test("A client that leaves cancels events that wait, at once")
  func leaves() async throws {
    let events = ScriptedPublisher<ServerSentEvent, Never>()
    try await withServer { router in
      router.get("events") { request, _ in Response.events(for: request) { _ in events } }
    } _: { [client] address in
      let recorder = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/events")).record()
      try await eventually("Nothing was asked for.") { events.demand != .none }
      _ = events.send(ServerSentEvent(data: "one"))
      try await eventually("Nothing came.") { !recorder.values.isEmpty }
      recorder.cancel()
      try await eventually("It was not cancelled.") { events.isCancelled }
    }
  }

  @Test("A graceful shutdown ends events that wait, and the client's stream with them", arguments: [true, false])
  func shutdown(watchesConnection: Bool) async throws {
    let events = ScriptedPublisher<ServerSentEvent, Never>()
    let hasFinished = NIOLockedValueBox<@Sendable () -> Bool>({ false })
    // Returns when the server has ended: it would wait for ever.
    try await withServer { router in
      router.get("events") { request, _ in
        Response.events(for: request, watchesConnection: watchesConnection) { _ in events }
      }
    } _: { [client] address in
      let recorder = client.bytesPublisher(for: try HTTPClient.Request(url: "\(address)/events")).record()
      try await eventually("Nothing was asked for.") { events.demand != .none }
      _ = events.send(ServerSentEvent(data: "one"))
      try await eventually("Nothing came.") { !recorder.values.isEmpty }
      hasFinished.withLockedValue { $0 = { recorder.isFinished } }
    }
    try await eventually("The client's stream went on.") { hasFinished.withLockedValue { $0 }() }
    #expect(events.isCancelled)
  }

  @Test("The body of a request is a publisher, with a limit, for one subscriber")
  func requestBody() async throws {
    try await withServer { router in
      router.post("count") { request, _ in
        let body = request.bodyPublisher(maxSize: 100_000)
        do {
          var count = 0
          for try await chunk in body.values { count += chunk.readableBytes }
          // It has been taken.
          let second = body.record()
          guard case .alreadySubscribed? = second.failure else { return "taken twice" }
          return "\(count)"
        } catch RequestBodyError.tooLarge(let limit) {
          return "more than \(limit)"
        }
      }
    } _: { [client] address in
      for (size, answer) in [(70_000, "70000"), (0, "0"), (100_001, "more than 100000")] {
        let body = HTTPClient.Body.byteBuffer(ByteBuffer(repeating: 65, count: size))
        let request = try HTTPClient.Request(url: "\(address)/count", method: .POST, body: body)
        let lines = await client.linesPublisher(for: request).expectsAll(timeout: 60)
        #expect(lines == [answer])
      }
    }
  }

  @Test("A request's body that is not asked for holds the client back")
  func requestBackPressure() async throws {
    let total = 4_000
    let isOpen = NIOLockedValueBox(false)
    try await withServer { router in
      router.post("slow") { request, _ in
        let recorder = request.bodyPublisher().record(demand: .max(1))
        try await eventually("It was not opened.") { isOpen.withLockedValue { $0 } }
        recorder.request(.unlimited)
        try await eventually("The body did not finish.") { recorder.isFinished }
        return "\(recorder.values.reduce(0) { $0 + $1.readableBytes })"
      }
    } _: { [client] address in
      let chunks = CountedChunks(total, ofSize: 16_384)
      let request = try HTTPClient.Request(url: "\(address)/slow", method: .POST)
      let recorder = client.linesPublisher(for: request, uploading: HTTPUpload(of: chunks.publisher)).record()
      try await eventually("Nothing was asked for.") { chunks.requested > 0 }
      let stopped = try await settled { chunks.requested }
      #expect(stopped < total / 2, "\(stopped) of \(total) chunks were asked for, though the server reads nothing.")
      isOpen.withLockedValue { $0 = true }
      try await eventually("There was no answer.") { recorder.isFinished }
      #expect(recorder.values == ["\(total * 16_384)"])
    }
  }
}
