import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

extension NetworkTests {
  @Suite("WebSocketConnection.connect(host:port:path:headers:on:configuration:transport:)")
  struct WebSocketClientTests {
    private struct Report: Decodable {
      var code: Int?
      var reason: String?
      var count: Int?
    }

    private func connect(
      _ port: Int, _ path: String, headers: HTTPHeaders = [:],
      _ configure: (inout WebSocketConfiguration) -> Void = { _ in }
    ) async throws -> WebSocketConnection {
      var configuration = WebSocketConfiguration()
      configure(&configuration)
      return try await WebSocketConnection.connect(
        host: "127.0.0.1", port: port, path: path, headers: headers, configuration: configuration)
    }

    @Test("Sends and receives text and binary messages, of any length")
    func echoes() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/echo")
        let recorder = socket.messages.record()
        let long = String(repeating: "é", count: 100_000)
        let sent: [WebSocketMessage] = [
          .text("hello"), .text(""), .binary(ByteBuffer(bytes: [0, 255])), .text(long),
          .binary(ByteBuffer(repeating: 9, count: 70_000)),
        ]
        for message in sent { try await socket.send(message) }
        try await eventually("The echo is incomplete.") { recorder.values.count == sent.count }
        #expect(recorder.values == sent)
        await socket.close()
        #expect(recorder.isFinished)
        #expect(!socket.channel.isActive)
      }
    }

    @Test("Sends long messages in fragments, which the peer puts together")
    func sendsFragments() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/echo") { $0.outgoingFrameSize = 7 }
        let recorder = socket.messages.record()
        try await socket.send(.text("in several fragments"))
        try await eventually("There was no echo.") { recorder.values == [.text("in several fragments")] }
        await socket.close()
      }
    }

    @Test("Puts together the peer's fragments")
    func receivesFragments() async throws {
      try await withPeerServer { _, port in
        let recorder = try await connect(port, "/fragments").messages.record()
        try await eventually("It did not finish.") { recorder.isFinished }
        #expect(recorder.values == [.text("one two three"), .binary(ByteBuffer(bytes: [1, 2]))])
      }
    }

    @Test("Answers pings while messages are asked for")
    func answersPings() async throws {
      try await withPeerServer { _, port in
        let recorder = try await connect(port, "/ping").messages.record()
        try await eventually("It did not finish.") { recorder.isFinished }
        #expect(recorder.values == [.text("answered")])
      }
    }

    @Test("Reading ahead answers pings without demand")
    func answersPingsAhead() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/ping") { $0.readAhead = 1 }
        let recorder = socket.messages.record(demand: .none)
        // The peer sends this message when it has the pong.
        try await Task.sleep(for: .milliseconds(50))
        recorder.request(.max(1))
        try await eventually("Nothing came.") { recorder.values.count == 1 }
        #expect(recorder.values == [.text("answered")])
        recorder.cancel()
      }
    }

    @Test("A ping is answered, or times out without demand")
    func pings() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/echo")
        await #expect(throws: WebSocketError.self) { try await socket.ping(timeout: .milliseconds(200)) }
        let recorder = socket.messages.record()
        try await socket.ping()
        await socket.close()
        #expect(recorder.isFinished)
        await #expect(throws: WebSocketError.self) { try await socket.ping() }
      }
    }

    @Test("A peer that pushes is held back by the demand")
    func backPressure() async throws {
      try await withPeerServer { _, port in
        let (count, size) = (2_000, 32_768)
        let socket = try await connect(port, "/push?count=\(count)&size=\(size)")
        let recorder = socket.messages.record(demand: .max(1))
        try await eventually("Nothing came.") { recorder.values.count == 1 }
        // Were the socket read on, the close would come, which needs no demand to be noticed.
        _ = try await settled { recorder.values.count + recorder.completions.count }
        #expect(recorder.values.count == 1)
        #expect(socket.channel.isActive)
        recorder.request(.max(10))
        try await eventually("It stopped.") { recorder.values.count == 11 }
        recorder.request(.unlimited)
        try await eventually("It did not finish.") { recorder.isFinished }
        #expect(recorder.values.count == count)
      }
    }

    @Test("A publisher of messages is sent no faster than the peer takes them, and then closes")
    func sendsPublisher() async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/stall")
        let closing = socket.messages.record()
        let (asked, total) = (Counter(), 1_000)
        let ending = Ending()
        let message = WebSocketMessage.binary(ByteBuffer(repeating: 1, count: 65_536))
        let sending = Array(repeating: message, count: total).publisher.counting(asked)
          .send(over: socket, window: 4) { ending.take($0) }
        let stopped = try await settled(for: .seconds(1)) { asked.count }
        #expect(stopped < total, "All was asked for, though the peer reads nothing.")
        try peer.say("go")
        #expect(try await peer.json(Report.self).count == total)
        try await eventually("It did not finish.") { closing.isFinished && ending.value != nil }
        #expect(ending.failure == nil)
        withExtendedLifetime(sending) {}
      }
    }

    @Test(
      "A failure of what is sent closes with 1011, and one that ends regularly with 1000", arguments: [true, false])
    func sendingEnds(fails: Bool) async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/report")
        let recorder = socket.messages.record()
        let subject = PassthroughSubject<WebSocketMessage, TestError>()
        let sending = subject.send(over: socket)
        try await socket.send(.text("first"))
        subject.send(.text("second"))
        subject.send(completion: fails ? .failure(TestError("upstream")) : .finished)
        let report = try await peer.json(Report.self)
        #expect(report.code == (fails ? 1011 : 1000))
        #expect(report.count == 2)
        try await eventually("It did not finish.") { recorder.isFinished }
        withExtendedLifetime(sending) {}
      }
    }

    @Test("A regular close of the peer finishes", arguments: [1000, 1001])
    func regularClose(code: Int) async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/push?count=3&code=\(code)")
        let recorder = socket.messages.record()
        try await eventually("It did not finish.") { recorder.isFinished }
        #expect(recorder.values == [.text("0"), .text("1"), .text("2")])
        await #expect(throws: WebSocketError.self) { try await socket.send(.text("too late")) }
        try await socket.channel.closeFuture.get()
      }
    }

    @Test("Another close of the peer fails with its code and reason, after the messages", arguments: [1011, 4000])
    func otherClose(code: Int) async throws {
      try await withPeerServer { _, port in
        let recorder = try await connect(port, "/push?count=1&code=\(code)&reason=because").messages.record()
        try await eventually("It did not fail.") { recorder.failure != nil }
        #expect(recorder.values.count == 1)
        guard case .closed(let close)? = recorder.failure else {
          Issue.record("It ended otherwise: \(recorder.events)")
          return
        }
        #expect(close == WebSocketClose(code: WebSocketErrorCode(codeNumber: code), reason: "because"))
      }
    }

    @Test("Closes with a code and a reason, which the peer sees")
    func closes() async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/report")
        try await socket.send(.text("one"))
        await socket.close(code: .unknown(4001), reason: "enough")
        let report = try await peer.json(Report.self)
        #expect(report.code == 4001)
        #expect(report.reason == "enough")
        #expect(report.count == 1)
      }
    }

    @Test("A cancel closes as going away")
    func cancels() async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/report")
        let recorder = socket.messages.record()
        recorder.cancel()
        #expect(try await peer.json(Report.self).code == 1001)
        try await socket.channel.closeFuture.get()
        #expect(recorder.completions.isEmpty)
      }
    }

    @Test("A connection that breaks off without a close is lost, after the messages")
    func lost() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/abort")
        let recorder = socket.messages.record()
        try await eventually("Nothing came.") { recorder.values.count == 1 }
        try await socket.send(.text("go"))
        try await eventually("It did not fail.") { recorder.failure != nil }
        #expect(recorder.values == [.text("before")])
        switch recorder.failure {
        case .lost?, .connection?: break
        default: Issue.record("It ended otherwise: \(recorder.events)")
        }
      }
    }

    @Test(
      "What breaks the protocol fails, and the peer is told why",
      arguments: [
        ("c100", 1002, "A reserved bit"),  // With the bit of an extension that was not agreed on.
        ("8180000000000a", 1002, "masked"),  // Masked, from a server.
        ("8000", 1002, "continuation"),  // A continuation without a beginning.
        ("01016181016a", 1002, "inside"),  // A message in the middle of another.
        ("8300", 1002, "opcode"),
        ("0900", 1002, "fragmented"),  // A ping in fragments.
        ("880103", 1002, "half a code"),
        ("880203ec", 1002, "code 1004"),  // Reserved.
        ("8102c328", 1007, ""),  // Text that is not UTF-8.
        ("827e0400", 1009, ""),  // The head of a frame of 1,024 bytes.
      ])
    func violations(hex: String, code: Int, message: String) async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/raw?hex=\(hex)") { $0.maxFrameSize = 1_023 }
        let recorder = socket.messages.record()
        try await eventually("It did not fail.") { recorder.failure != nil }
        switch recorder.failure {
        case .protocolViolation(let found)?: #expect(code == 1002 && found.contains(message))
        case .invalidText?: #expect(code == 1007)
        case .tooLarge(let limit)?:
          #expect(code == 1009)
          #expect(limit == 1_023)
        default: Issue.record("It ended otherwise: \(recorder.events)")
        }
        #expect(recorder.values.isEmpty)
        #expect(try await peer.json(Report.self).code == code)
        try await socket.channel.closeFuture.get()
      }
    }

    @Test("A message that is too long in several frames fails like a frame that is too long")
    func longMessage() async throws {
      try await withPeerServer { peer, port in
        let socket = try await connect(port, "/raw?hex=0103616263000364656680036768") { $0.maxMessageSize = 5 }
        let recorder = socket.messages.record()
        try await eventually("It did not fail.") { recorder.failure != nil }
        guard case .tooLarge(limit: 5)? = recorder.failure else {
          Issue.record("It ended otherwise: \(recorder.events)")
          return
        }
        #expect(try await peer.json(Report.self).code == 1009)
      }
    }

    @Test("The choice of a sub-protocol is in the response")
    func subprotocol() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/echo", headers: ["Sec-WebSocket-Protocol": "a"])
        #expect(socket.response?.headers["Sec-WebSocket-Protocol"] == ["a"])
        #expect(socket.request == nil)
        await socket.close()
      }
    }

    @Test("A second subscriber fails")
    func refusesSecond() async throws {
      try await withPeerServer { _, port in
        let socket = try await connect(port, "/echo")
        let (first, second) = (socket.messages.record(), socket.messages.record())
        guard case .alreadySubscribed? = second.failure else {
          Issue.record("It ended otherwise: \(second.events)")
          return
        }
        #expect(first.completions.isEmpty)
        await socket.close()
      }
    }

    @Test(
      "No server is a failure of the connection; one that does not answer, of time; one that refuses, of its status")
    func noHandshake() async throws {
      let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in channel.eventLoop.makeSucceededVoidFuture() }
        .bind(host: "127.0.0.1", port: 0).get()
      let port = listening.localAddress?.port ?? 0
      await expectFailure {
        _ = try await connect(port, "/") { $0.handshakeTimeout = .milliseconds(200) }
      } isExpected: {
        if case .timedOut = $0 { true } else { false }
      }
      let task = Task { try await connect(port, "/") }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      await expectFailure {
        _ = try await task.value
      } isExpected: { error in
        if case .connection(let cause) = error { cause is CancellationError } else { false }
      }
      try await listening.close()
      await expectFailure {
        _ = try await connect(port, "/")
      } isExpected: { error in
        if case .connection = error { true } else { false }
      }
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0) { _ in nil }
      let accepting = server.connections.record()
      await expectFailure {
        _ = try await connect(server.localAddress?.port ?? 0, "/")
      } isExpected: { error in
        if case .refused(let status) = error { status == .upgradeRequired } else { false }
      }
      await server.close()
      #expect(accepting.values.isEmpty)
    }

    private func expectFailure(
      _ body: () async throws -> Void, isExpected: (WebSocketError) -> Bool,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      do {
        try await body()
        Issue.record("It did not fail.", sourceLocation: sourceLocation)
      } catch let error as WebSocketError {
        #expect(isExpected(error), "\(error)", sourceLocation: sourceLocation)
      } catch {
        Issue.record("It failed with \(error).", sourceLocation: sourceLocation)
      }
    }
  }
}
