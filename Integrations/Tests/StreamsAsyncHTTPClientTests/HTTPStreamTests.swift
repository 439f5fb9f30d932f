import AsyncHTTPClient
import Foundation
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import Testing

@Suite("HTTP exchanges", .serialized, .generous)
struct HTTPStreamTests {
  private let client = HTTPClient.shared

  private func withServer(
    reads: Bool = true, answer: @escaping @Sendable (any Channel) -> Void,
    _ body: (RawServer, HTTPClient.Request) async throws -> Void
  ) async throws {
    let server = try await RawServer.start(reads: reads, answer: answer)
    do {
      try await body(server, try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/"))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private static func respond(_ body: String, status: String = "200 OK") -> @Sendable (any Channel) -> Void {
    { $0.say("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nX-Field: value\r\n\r\n\(body)") }
  }

  @Test("Sends the request at the first demand, and delivers the body and the end")
  func bytes() async throws {
    try await withServer(answer: Self.respond("hello")) { server, request in
      let recorder = client.bytesPublisher(for: request).record(demand: .none)
      #expect(server.connectionCount == 0)
      recorder.request(.max(1))
      try await eventually("Nothing came.") { recorder.values.count == 1 }
      recorder.request(.max(1))
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values.map { String(buffer: $0) } == ["hello"])
    }
  }

  @Test("Delivers the head, and then the body as it is asked for")
  func response() async throws {
    try await withServer(answer: Self.respond("missing", status: "404 Not Found")) { _, request in
      let recorder = client.responsePublisher(for: request).record()
      try await eventually("It did not finish.") { recorder.isFinished }
      let response = try #require(recorder.values.first)
      #expect(response.head.status == .notFound)
      #expect(response.head.headers["X-Field"] == ["value"])
      let body = response.body.record()
      try await eventually("The body did not finish.") { body.isFinished }
      #expect(body.values.map { String(buffer: $0) }.joined() == "missing")
      let second = response.body.record()
      guard case .alreadySubscribed? = second.failure else {
        Issue.record("It ended otherwise: \(second.events)")
        return
      }
    }
  }

  @Test("Splits the body into lines")
  func lines() async throws {
    try await withServer(answer: Self.respond("one\ntwo\r\nthree")) { _, request in
      let recorder = client.linesPublisher(for: request).record()
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values == ["one", "two", "three"])
      let long = client.linesPublisher(for: request, maxLength: 4).record()
      try await eventually("It did not fail.") { long.failure != nil }
      #expect(long.values == ["one", "two"])
    }
  }

  @Test("A body that is not asked for is not read: the server is held back")
  func backPressure() async throws {
    let (total, size) = (1_000, 65_536)
    let written = NIOLockedValueBox(0)
    try await withServer(answer: { channel in
      channel.say("HTTP/1.1 200 OK\r\nContent-Length: \(total * size)\r\n\r\n")
      let chunk = ByteBuffer(repeating: 65, count: size)
      @Sendable func next(_ rest: Int) {
        guard rest > 0 else { return }
        channel.writeAndFlush(chunk).whenSuccess {
          written.withLockedValue { $0 += 1 }
          next(rest - 1)
        }
      }
      next(total)
    }) { _, request in
      let recorder = client.bytesPublisher(for: request).record(demand: .max(1))
      try await eventually("Nothing came.") { recorder.values.count == 1 }
      let stopped = try await settled { written.withLockedValue { $0 } }
      #expect(stopped < total / 2, "\(stopped) of \(total) chunks were written, though one was asked for.")
      recorder.request(.unlimited)
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values.reduce(0) { $0 + $1.readableBytes } == total * size)
    }
  }

  @Test("A cancel closes the connection, before and during the body", arguments: [true, false])
  func cancels(isBeforeHead: Bool) async throws {
    try await withServer(answer: { channel in
      if !isBeforeHead { channel.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") }
    }) { server, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not begin.") { isBeforeHead ? server.request != "" : recorder.values.count == 1 }
      recorder.cancel()
      try await eventually("The connection stayed open.") { server.openCount == 0 }
      #expect(recorder.completions.isEmpty)
    }
  }

  @Test("A response that is released without its body closes the connection")
  func releasesResponse() async throws {
    try await withServer(answer: { $0.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") }) { server, request in
      let recorder = client.responsePublisher(for: request).record()
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(server.openCount == 1)
      #expect(openSockets(ofPort: server.port) == 2)
      recorder.forget()
      try await eventually("The connection stayed open.") { server.openCount == 0 }
    }
  }

  @Test("A status that is not accepted fails with the head, and closes the connection")
  func refuses() async throws {
    try await withServer(answer: Self.respond("no", status: "503 Service Unavailable")) { server, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      guard case .refused(let head)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      #expect(head.status == .serviceUnavailable)
      #expect(recorder.values.isEmpty)
      try await eventually("The connection stayed open.") { server.openCount == 0 }
    }
  }

  @Test("A body that is cut off fails after what has come")
  func cutOff() async throws {
    try await withServer(answer: { channel in
      channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"))
        .whenSuccess { channel.close(promise: nil) }
    }) { _, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      #expect(recorder.values.map { String(buffer: $0) }.joined() == "hello")
      guard case .connection? = recorder.failure else {
        guard case .client(.remoteConnectionClosed)? = recorder.failure else {
          Issue.record("It ended otherwise: \(recorder.events)")
          return
        }
        return
      }
    }
  }

  @Test("A malformed response, a refused connection and a server that is silent fail, each in its way")
  func faults() async throws {
    try await withServer(answer: { $0.say("this is no HTTP\r\n\r\n") }) { _, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      guard case .connection(let error)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      #expect(error is HTTPParserError)
    }
    try await withServer(answer: { _ in }) { server, request in
      let recorder = client.bytesPublisher(for: request, timeout: .milliseconds(200)).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      guard case .client(.deadlineExceeded)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      try await eventually("The connection stayed open.") { server.openCount == 0 }
      await server.stop()
      let refused = client.bytesPublisher(for: request, timeout: .seconds(1)).record()
      try await eventually("It did not fail.") { refused.failure != nil }
    }
  }

  @Test("Uploads what a publisher delivers, in chunks or with its length", arguments: [true, false])
  func uploads(hasLength: Bool) async throws {
    try await withServer(answer: { _ in }) { server, request in
      let request = try HTTPClient.Request(url: request.url, method: .POST)
      let chunks = ["one ", "two ", "three"].map { ByteBuffer(string: $0) }
      let upload = HTTPUpload(of: chunks.publisher, contentLength: hasLength ? 13 : nil)
      let recorder = client.responsePublisher(for: request, uploading: upload, timeout: .seconds(30)).record()
      let end = hasLength ? "\r\n\r\none two three" : "\r\n0\r\n\r\n"
      try await eventually("The upload is incomplete.") { server.request.hasSuffix(end) }
      #expect(server.request.lowercased().contains(hasLength ? "content-length: 13" : "transfer-encoding: chunked"))
      recorder.cancel()
    }
  }

  @Test("An upload asks for no more than the connection takes, and the end of the exchange cancels it")
  func uploadBackPressure() async throws {
    try await withServer(reads: false, answer: { _ in }) { server, request in
      let request = try HTTPClient.Request(url: request.url, method: .POST)
      let (asked, total) = (NIOLockedValueBox(0), 2_000)
      let chunk = ByteBuffer(repeating: 65, count: 65_536)
      let chunks = Publishers.Map(upstream: Array(repeating: chunk, count: total).publisher) { chunk in
        asked.withLockedValue { $0 += 1 }
        return chunk
      }
      let recorder = client.responsePublisher(for: request, uploading: HTTPUpload(of: chunks)).record()
      try await eventually("It did not begin.") { asked.withLockedValue { $0 } > 0 }
      let stopped = try await settled { asked.withLockedValue { $0 } }
      #expect(stopped < total / 2, "\(stopped) of \(total) chunks were asked for, though the server reads nothing.")
      recorder.cancel()
      // It gets to the end of what was sent.
      try await server.read()
      try await eventually("The connection stayed open.") { server.openCount == 0 }
      let atEnd = try await settled { asked.withLockedValue { $0 } }
      #expect(atEnd < total)
    }
  }

  @Test("A failure of the upload is that of the response; a cancel cancels an upload that waits")
  func uploadEnds() async throws {
    try await withServer(answer: { _ in }) { server, request in
      let request = try HTTPClient.Request(url: request.url, method: .POST)
      let failing = Fail<ByteBuffer, TestError>(error: TestError("upload"))
      let recorder = client.bytesPublisher(for: request, uploading: HTTPUpload(of: failing)).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      guard case .upload(let error)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      #expect(error as? TestError == TestError("upload"))
      let waiting = ScriptedPublisher<ByteBuffer, TestError>()
      let cancelled = client.bytesPublisher(for: request, uploading: HTTPUpload(of: waiting)).record()
      try await eventually("It asked for nothing.") { waiting.demand != .none }
      cancelled.cancel()
      try await eventually("It was not cancelled.") { waiting.isCancelled }
    }
  }

  @Test("Keeps the contract of publishers")
  func keepsContract() async throws {
    try await withServer(answer: { channel in
      channel.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
      for letter in "abcdefghijklmnopqrstuvwxyz" { channel.say("1\r\n\(letter)\r\n") }
      channel.writeAndFlush(ByteBuffer(string: "0\r\n\r\n")).whenSuccess { channel.close(promise: nil) }
    }) { _, request in
      let client = client
      let bytes = client.bytesPublisher(for: request)
      await expectContract(traits: .pacedByDemand) { bytes }
      await expectContract(traits: .pacedByDemand) { client.responsePublisher(for: request) }
      await expectContract { ResponseBodies(client: client, request: request) }
    }
  }

  @Test("Nothing is left of many exchanges: no descriptor")
  func leavesNothing() async throws {
    try await withServer(answer: { channel in
      channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"))
        .whenSuccess { channel.close(promise: nil) }
    }) { server, request in
      func exchange() async throws {
        let recorder = client.bytesPublisher(for: request).record()
        try await eventually("It did not finish.") { recorder.isFinished }
      }
      for _ in 0..<20 { try await exchange() }
      #expect(server.connectionCount == 20)
      try await eventually("Sockets were left.") { openSockets(ofPort: server.port) == 0 }
    }
  }
}

/// The body of a response of its own for each subscriber.
private struct ResponseBodies: Publisher {
  typealias Output = ByteBuffer
  typealias Failure = HTTPStreamError

  let client: HTTPClient
  let request: HTTPClient.Request

  func receive<S: Subscriber>(subscriber: S) where S.Input == ByteBuffer, S.Failure == HTTPStreamError {
    let (ready, group) = (NIOLockedValueBox<HTTPBody?>(nil), DispatchGroup())
    group.enter()
    let waiting = client.responsePublisher(for: request).sink { _ in
      group.leave()
    } receiveValue: { response in
      ready.withLockedValue { $0 = response.body }
    }
    group.wait()
    withExtendedLifetime(waiting) {}
    ready.withLockedValue { $0.take() }?.subscribe(subscriber)
  }
}

extension HTTPStreamTests {
  @Test("A client that was shut down fails the stream")
  func afterShutdown() async throws {
    let client = HTTPClient(eventLoopGroupProvider: .singleton)
    try await client.shutdown()
    let request = try HTTPClient.Request(url: "http://127.0.0.1:1/")
    for isBody in [true, false] {
      let failure: HTTPStreamError?
      if isBody {
        failure = await client.bytesPublisher(for: request).expectsFailure()
      } else {
        failure = await client.responsePublisher(for: request).expectsFailure()
      }
      guard case .client(.alreadyShutdown)? = failure else {
        Issue.record("It ended otherwise: \(String(describing: failure))")
        return
      }
    }
  }
}
