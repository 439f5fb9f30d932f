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

@Suite("Faults of HTTP exchanges", .serialized, .generous)
struct HTTPFaultTests {
  /// Runs a body with a server that says something to each request, and a client that waits `reading` for each part of
  /// a response and tries a connection once.
  private func withServer(
    reads: Bool = true, reading: TimeAmount? = nil, answer: @escaping @Sendable (any Channel) -> Void,
    _ body: (RawServer, HTTPClient, HTTPClient.Request) async throws -> Void
  ) async throws {
    let server = try await RawServer.start(reads: reads, answer: answer)
    var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(10), read: reading))
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      try await body(server, client, try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/"))
    } catch {
      try? await client.shutdown()
      await server.stop()
      throw error
    }
    await server.stop()
    try await client.shutdown()
    try await eventually("Sockets were left.") { openSockets(ofPort: server.port) == 0 }
  }

  /// Says something, and closes.
  private static func cut(after text: String) -> @Sendable (any Channel) -> Void {
    { channel in
      channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private func unexpected(
    _ error: HTTPStreamError?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Issue.record("It ended otherwise: \(String(describing: error))", sourceLocation: sourceLocation)
  }

  @Test("A connection that is refused is a failure of the connection")
  func refused() async throws {
    try await withServer(answer: { _ in }) { server, client, request in
      await server.stop()
      let failure = await client.bytesPublisher(for: request).expectsFailure()
      guard case .connection(is IOError)? = failure else { return unexpected(failure) }
      let another = await client.responsePublisher(for: request).expectsFailure()
      guard case .connection(is IOError)? = another else { return unexpected(another) }
    }
  }

  @Test("A name that is none is a failure of the client")
  func noHost() async throws {
    let client = HTTPClient.shared
    #expect(throws: HTTPClientError.emptyHost) { try HTTPClient.Request(url: "http:///path") }
    #expect(throws: HTTPClientError.unsupportedScheme("ftp")) { try HTTPClient.Request(url: "ftp://host/") }
    let request = try HTTPClient.Request(url: "http://127.0.0.1:1/")
    let failure = await client.bytesPublisher(for: request, timeout: .milliseconds(300)).expectsFailure()
    switch failure {
    case .connection?, .client(.connectTimeout)?, .client(.deadlineExceeded)?: break
    default: unexpected(failure)
    }
  }

  @Test(
    "A body that is cut off fails after what has come, whatever tells its length",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhello",
    ])
  func cutOff(response: String) async throws {
    try await withServer(answer: Self.cut(after: response)) { _, client, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      #expect(recorder.values.map { String(buffer: $0) }.joined() == "hello")
      switch recorder.failure {
      case .client(.remoteConnectionClosed)?, .connection(HTTPParserError.invalidEOFState)?: break
      default: unexpected(recorder.failure)
      }
    }
  }

  @Test("A connection that ends before the head is a failure", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"])
  func cutBeforeHead(response: String) async throws {
    try await withServer(answer: Self.cut(after: response)) { _, client, request in
      let failure = await client.responsePublisher(for: request).expectsFailure()
      switch failure {
      case .client(.remoteConnectionClosed)?, .connection(HTTPParserError.invalidEOFState)?: break
      default: unexpected(failure)
      }
    }
  }

  @Test(
    "A response that is malformed is a failure of the connection, in the head as in the body",
    arguments: [
      ("SMTP/1.1 200 OK\r\n\r\n", ""), ("HTTP/1.1 abc OK\r\n\r\n", ""),
      ("HTTP/1.1 200 OK\r\nContent-Length: much\r\n\r\n", ""),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "some\r\n"),
    ])
  func malformed(first: String, second: String) async throws {
    let connection = NIOLockedValueBox<(any Channel)?>(nil)
    try await withServer(answer: { channel in
      connection.withLockedValue { $0 = channel }
      channel.say(first)
    }) { _, client, request in
      let recorder = client.bytesPublisher(for: request).record()
      if !second.isEmpty {
        // What came in one read with the fault would be dropped with it.
        try await eventually("Nothing came.") { recorder.values.map { String(buffer: $0) } == ["hello"] }
        connection.withLockedValue { $0 }?.say(second)
      }
      try await eventually("It did not fail.") { recorder.failure != nil }
      #expect(recorder.values.count == (second.isEmpty ? 0 : 1))
      guard case .connection(is HTTPParserError)? = recorder.failure else { return unexpected(recorder.failure) }
    }
  }

  @Test("A server that falls silent in the middle of the body is a timeout of reading, and its connection is closed")
  func fallsSilent() async throws {
    try await withServer(
      reading: .milliseconds(300), answer: { $0.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") }
    ) { server, client, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not fail.") { recorder.failure != nil }
      guard case .client(.readTimeout)? = recorder.failure else { return unexpected(recorder.failure) }
      #expect(recorder.values.map { String(buffer: $0) } == ["hello"])
      try await eventually("The connection stayed open.") { server.openCount == 0 }
    }
  }

  @Test("A server that is slow, a byte at a time, is no fault as long as each comes in time")
  func slow() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\nabcdefghijklmnopqrstuvwxyz"
    try await withServer(reading: .seconds(20)) { channel in
      @Sendable func say(_ rest: Substring) {
        guard let next = rest.first else { return }
        channel.writeAndFlush(ByteBuffer(string: String(next))).whenSuccess {
          channel.eventLoop.scheduleTask(in: .milliseconds(2)) { say(rest.dropFirst()) }
        }
      }
      say(text[...])
    } _: { _, client, request in
      let recorder = client.bytesPublisher(for: request).record()
      try await eventually("It did not finish.") { !recorder.completions.isEmpty }
      #expect(recorder.isFinished)
      #expect(recorder.values.map { String(buffer: $0) }.joined() == "abcdefghijklmnopqrstuvwxyz")
    }
  }

  @Test("More redirects than the client follows, and a circle of them, are failures of the client")
  func redirects() async throws {
    try await withServer(answer: { channel in
      channel.say("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
    }) { _, client, request in
      let failure = await client.bytesPublisher(for: request).expectsFailure()
      switch failure {
      case .client(.redirectCycleDetected)?, .client(.redirectLimitReached)?: break
      default: unexpected(failure)
      }
    }
  }

  @Test("An upload of another length than was said is a failure of the client", arguments: [2, 4])
  func bodyLength(length: Int64) async throws {
    try await withServer(answer: { _ in }) { _, client, request in
      let request = try HTTPClient.Request(url: request.url, method: .POST)
      let upload = HTTPUpload(of: Just(ByteBuffer(string: "abc")), contentLength: length)
      let failure = await client.bytesPublisher(for: request, uploading: upload).expectsFailure()
      guard case .client(.bodyLengthMismatch)? = failure else { return unexpected(failure) }
    }
  }

  @Test("A server that closes in the middle of an upload fails the response, and cancels what was to be uploaded")
  func uploadCut() async throws {
    try await withServer(answer: { $0.close(promise: nil) }) { _, client, request in
      let request = try HTTPClient.Request(url: request.url, method: .POST)
      let chunks = ScriptedPublisher<ByteBuffer, Never>()
      let recorder = client.bytesPublisher(for: request, uploading: HTTPUpload(of: chunks)).record()
      try await eventually("It asked for nothing.") { chunks.demand != .none }
      try await eventually("It did not fail.") { recorder.failure != nil }
      switch recorder.failure {
      case .client(.remoteConnectionClosed)?, .connection?: break
      default: unexpected(recorder.failure)
      }
      try await eventually("The upload was not cancelled.") { chunks.isCancelled }
    }
  }
}
