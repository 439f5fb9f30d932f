import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who talks to the server.
private enum Client: CaseIterable {
  /// Foundation, if the platform's has WebSockets: on Linux, that is up to its libcurl.
  case foundation

  /// A client of these tests.
  case byHand

  func publisher(for url: URL, protocols: [String] = [], session: URLSession) -> Publishers.WebSocketPublisher {
    switch self {
    case .foundation:
      return session.webSocketPublisher(for: url, protocols: protocols)
    case .byHand:
      var request = URLRequest(url: url)
      if !protocols.isEmpty {
        request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
      }
      return Publishers.WebSocketPublisher { [request] in LoopbackWebSocketTask(request) }
    }
  }

  /// Whether this client can connect at all.
  var isSupported: Bool {
    get async throws {
      switch self {
      case .byHand: true
      case .foundation: try await Self.foundationHasWebSockets.value
      }
    }
  }

  /// Foundation's own error for a port without a listener.
  private static let foundationHasWebSockets = Task {
    let (descriptor, port) = try SystemSockets.open()
    defer { SystemSockets.shut(descriptor) }
    guard let url = URL(string: "ws://127.0.0.1:\(port)/") else { throw URLError(.badURL) }
    let session = URLSession(configuration: .patient)
    let task = session.webSocketTask(with: url)
    session.finishTasksAndInvalidate()
    let end = Watched<(any Error)?>(nil)
    task.receive { result in
      if case .failure(let error) = result { end.update { $0 = task.error ?? error } }
    }
    task.resume()
    #expect(await end.wait { $0 != nil })
    return (end.value as NSError?)?.code != URLError.unsupportedURL.rawValue
  }
}

@Suite("webSocketPublisher, with a server", .timeLimit(.generous))
struct WebSocketServerTests {
  /// Has a conversation with a server; of a client that has no WebSockets, checks that it fails as documented instead.
  private func converse(
    _ client: Client, protocols: [String] = [], demand: Subscribers.Demand = .unlimited,
    _ body: (
      Publishers.WebSocketPublisher, StreamRecorder<WebSocketMessage, URLError>, Watched<WebSocketServer.Log>
    ) async throws -> Void
  ) async throws {
    let isSupported = try await client.isSupported
    try await WebSocketServer.run { server, url, log in
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      let socket = client.publisher(for: url, protocols: protocols, session: session)
      if isSupported {
        let recorder = socket.stream(demand: demand)
        try await body(socket, recorder, log)
        recorder.cancel()
        #expect(await server.log.wait { $0.openConnections == 0 })
        expectEqual(recorder.record.value.overlaps, 0)
      } else {
        let recorder = socket.stream()
        #expect(await recorder.untilEnd().failure?.code == .unsupportedURL)
        expect(recorder.values.isEmpty)
        let other = socket.stream(demand: .none)
        let error = await #expect(throws: URLError.self) { try await socket.send(.string("hello")) }
        expectEqual(error?.code, .unsupportedURL)
        other.request(.max(1))
        #expect(await other.untilEnd().failure?.code == .unsupportedURL)
        expectEqual(server.log.value.connections, 0)
      }
    }
  }

  @Test(
    "Messages of any kind and length pass both ways; a ping is answered; a cancel sends a close",
    arguments: Client.allCases)
  fileprivate func bothWays(client: Client) async throws {
    try await converse(client, protocols: ["chat", "other"]) { socket, recorder, log in
      let messages: [WebSocketMessage] = [
        .string("héllo"), .data(Data([0, 255, 1])), .string(""), .string(String(repeating: "long ", count: 60)),
        .data(Data((0..<70_000).map { UInt8($0 % 251) })),
      ]
      for message in messages { try await socket.send(message) }
      #expect(await recorder.record.wait { $0.values.count == messages.count })
      expectEqual(recorder.values, messages)
      try await socket.sendPing()
      expectEqual(log.value.heads.first?.contains("chat, other"), true)
      recorder.cancel()
      #expect(await log.wait { $0.closeCodes == [1001] })
      expect(!recorder.record.value.hasEnded)
    }
  }

  @Test("Messages that the server sends at once are delivered on demand", arguments: Client.allCases)
  fileprivate func byDemand(client: Client) async throws {
    try await converse(client, demand: .max(2)) { socket, recorder, _ in
      try await socket.send(.string("send 5"))
      #expect(await recorder.record.wait { $0.values.count == 2 })
      for count in 3...5 {
        recorder.request(.max(1))
        #expect(await recorder.record.wait { $0.values.count == count })
      }
      expectEqual(recorder.values, (1...5).map { .string("\($0)") })
    }
  }

  @Test("A server that closes normally finishes the stream, after the messages before", arguments: Client.allCases)
  fileprivate func serverCloses(client: Client) async throws {
    try await converse(client) { socket, recorder, _ in
      try await socket.send(.string("send 3"))
      // The answer may be quicker than the news that the message was sent.
      try? await socket.send(.string("close 1000 done"))
      #expect(await recorder.untilEnd().isFinished)
      expectEqual(recorder.values.count, 3)
    }
  }

  @Test("A server that closes for a violation fails the stream with its code and reason", arguments: Client.allCases)
  fileprivate func serverRejects(client: Client) async throws {
    try await converse(client) { socket, recorder, _ in
      // The answer may be quicker than the news that the message was sent.
      try? await socket.send(.string("close 1008 mind your words"))
      let failure = await recorder.untilEnd().failure
      expectEqual(failure?.code, .networkConnectionLost)
      let reason = Data("mind your words".utf8)
      expectEqual(failure?.webSocketClosure, WebSocketClosure(code: .policyViolation, reason: reason))
    }
  }

  @Test("A server that drops the connection fails the stream, without a code", arguments: Client.allCases)
  fileprivate func serverHangsUp(client: Client) async throws {
    try await converse(client) { socket, recorder, _ in
      // The answer may be quicker than the news that the message was sent.
      try? await socket.send(.string("hang up"))
      let failure = try #require(await recorder.untilEnd().failure)
      expect(failure.webSocketClosure == nil)
    }
  }

  @Test("A close of the client finishes the stream, and the server receives its code", arguments: Client.allCases)
  fileprivate func closes(client: Client) async throws {
    try await converse(client) { socket, recorder, log in
      try await socket.send(.string("hello"))
      #expect(await recorder.record.wait { !$0.values.isEmpty })
      socket.close(code: .internalServerError)
      // The delivery of the message may be about to return, and is what the stream's end waits for.
      #expect(await recorder.untilEnd().isFinished)
      #expect(await log.wait { $0.closeCodes == [1011] })
    }
  }

  @Test("A server that is not a WebSocket server fails the stream", arguments: Client.allCases)
  fileprivate func noWebSocket(client: Client) async throws {
    let code: URLError.Code? = try await client.isSupported ? nil : .unsupportedURL
    try await StreamingServer.run {
      $0.sendHead(status: 404, length: 0)
    } _: { server in
      let session = URLSession(configuration: .patient)
      defer { session.finishTasksAndInvalidate() }
      let recorder = client.publisher(for: try server.url(scheme: "ws"), session: session).stream()
      let failure = try #require(await recorder.untilEnd().failure)
      if let code { expectEqual(failure.code, code) }
      expect(recorder.values.isEmpty)
    }
  }

  @Test("A URL that is not for WebSockets fails the stream and the sends")
  func scheme() async throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    let session = URLSession(configuration: .patient)
    defer { session.finishTasksAndInvalidate() }
    let socket = session.webSocketPublisher(for: url)
    let recorder = socket.stream(demand: .none)
    await #expect(throws: URLError(.unsupportedURL)) { try await socket.send(.string("hello")) }
    await #expect(throws: URLError(.unsupportedURL)) { try await socket.sendPing() }
    recorder.request(.max(1))
    #expect(await recorder.untilEnd().failure?.code == .unsupportedURL)
  }

  @Test("A cancel that crosses the failure of a task has no effect")
  func cancelCrossesFailure() async throws {
    let (descriptor, port) = try SystemSockets.open()
    defer { SystemSockets.shut(descriptor) }
    let url = try #require(URL(string: "ws://127.0.0.1:\(port)/"))
    let session = URLSession(configuration: .patient)
    defer { session.finishTasksAndInvalidate() }
    for round in 0..<500 {
      let recorder = session.webSocketPublisher(for: url).stream()
      if round.isMultiple(of: 2) { for _ in 0..<round { await Task.yield() } }
      recorder.cancel()
    }
    let last = session.webSocketPublisher(for: url).stream()
    #expect(await last.untilEnd().failure != nil)
  }

  @Test("No task is left after a failure, a cancel or a close, and none is made without demand")
  func leavesNoTask() async throws {
    // This server knows nothing of WebSockets; that the session ends is checked there.
    try await withServer { server, session in
      var components = try #require(URLComponents(url: try server.url("/"), resolvingAgainstBaseURL: false))
      components.scheme = "ws"
      let socket = session.webSocketPublisher(for: try #require(components.url))
      #expect(await socket.stream().untilEnd().failure != nil)
      let cancelled = socket.stream()
      cancelled.cancel()
      let closed = socket.stream()
      socket.close()
      #expect(await closed.untilEnd().hasEnded)
      let idle = socket.stream(demand: .none)
      expect(!idle.record.value.hasEnded)
      // Of the cancelled one nothing is expected: the failure may have come before its cancel.
      idle.cancel()
    }
  }

  @Test("The server's handshake is that of RFC 6455")
  func handshake() {
    expectEqual(WebSocketHandshake.accept(key: "dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}
