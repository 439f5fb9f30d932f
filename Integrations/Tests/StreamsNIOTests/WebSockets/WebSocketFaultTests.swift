import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

extension NetworkTests {
  @Suite("WebSockets over TLS, and over networks that break")
  struct WebSocketFaultTests {
    /// The two ends of a WebSocket, with a relay between them.
    private struct Ends {
      let client: WebSocketConnection
      let server: WebSocketConnection
      let relay: Relay

      var port: Int { relay.port }
    }

    /// No TLS.
    private static let plain: Transport = { _ in }

    private func withEnds(
      certificate: Certificate? = nil, _ configure: (inout WebSocketConfiguration) -> Void = { _ in },
      _ body: (Ends) async throws -> Void
    ) async throws {
      var configuration = WebSocketConfiguration()
      configuration.closeTimeout = .seconds(2)
      configure(&configuration)
      let server = try await WebSocketServer.bind(
        host: "127.0.0.1", port: 0, configuration: configuration, transport: try certificate?.server() ?? Self.plain)
      let accepting = server.connections.record(demand: .max(1))
      let relay = try await Relay.start(to: server.localAddress?.port ?? 0)
      let client = try await WebSocketConnection.connect(
        host: "127.0.0.1", port: relay.port, configuration: configuration,
        transport: try certificate?.client() ?? Self.plain)
      try await eventually("It was not accepted.") { accepting.values.count == 1 }
      let ends = Ends(client: client, server: accepting.values[0], relay: relay)
      try await body(ends)
      for socket in [ends.client, ends.server] { try? await socket.channel.close() }
      await relay.stop()
      await server.close()
      try await eventually("Sockets were left.") { openSockets(ofPort: relay.port) == 0 }
    }

    // MARK: TLS

    @Test("Over TLS, messages of any length go both ways, and a close is the regular end of both streams")
    func overTLS() async throws {
      try await Certificate.with { certificate in
        try await withEnds(certificate: certificate) { ends in
          let sent: [WebSocketMessage] = [
            .text("hello"), .binary(ByteBuffer(repeating: 3, count: 300_000)), .text(""),
          ]
          let (recorder, echoed) = (ends.client.messages.record(), Ending())
          let echoing = ends.server.messages.send(over: ends.server) { echoed.take($0) }
          for message in sent { try await ends.client.send(message) }
          try await eventually("The echo is incomplete.") { recorder.values.count == sent.count }
          #expect(recorder.values == sent)
          await ends.client.close()
          #expect(recorder.isFinished)
          try await eventually("The server's end has not ended.") { echoed.value != nil }
          withExtendedLifetime(echoing) {}
        }
      }
    }

    @Test("Over TLS, too, a peer that sends is held back by the demand")
    func backPressureOverTLS() async throws {
      try await Certificate.with { certificate in
        try await withEnds(certificate: certificate) { ends in
          let (asked, total) = (Counter(), 2_000)
          let message = WebSocketMessage.binary(ByteBuffer(repeating: 1, count: 65_536))
          let sending = Array(repeating: message, count: total).publisher.counting(asked).send(
            over: ends.server, window: 4)
          let recorder = ends.client.messages.record(demand: .max(1))
          try await eventually("Nothing came.") { recorder.values.count == 1 }
          let stopped = try await settled { asked.count }
          #expect(stopped < total, "All was asked for, though one message was.")
          #expect(recorder.values.count == 1)
          recorder.cancel()
          sending.cancel()
        }
      }
    }

    @Test("A peer that no one here wrote takes part over TLS, as the server and as the client")
    func foreignPeer() async throws {
      try await Certificate.with { certificate in
        try await withPeerServer(certificate) { _, port in
          let socket = try await WebSocketConnection.connect(
            host: "127.0.0.1", port: port, path: "/echo", transport: try certificate.client())
          let recorder = socket.messages.record()
          try await socket.send(.text("hello"))
          try await eventually("There was no echo.") { recorder.values == [.text("hello")] }
          await socket.close()
          #expect(recorder.isFinished)
        }
        let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0, transport: try certificate.server())
        let handles = Handles()
        let serving = server.connections.record { socket in
          handles.append(socket.messages.send(over: socket))
          return .none
        }
        let seen = try await peerClient(server.localAddress?.port ?? 0, "echo", "3", trusting: certificate)
        #expect(seen == Seen(seen: ["0", "1", "2"], code: 1000, reason: ""))
        await server.close()
        withExtendedLifetime(serving) {}
      }
    }

    @Test("A certificate that is not trusted is a failure of the connection, and the next client is accepted")
    func untrusted() async throws {
      try await Certificate.with { certificate in
        let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0, transport: try certificate.server())
        let accepting = server.connections.record(demand: .max(1))
        let port = server.localAddress?.port ?? 0
        let failure = await #expect(throws: WebSocketError.self) {
          try await WebSocketConnection.connect(
            host: "127.0.0.1", port: port, transport: try certificate.client(trusts: false))
        }
        guard case .connection(let cause)? = failure, cause is NIOSSLError else {
          Issue.record("It ended otherwise: \(String(describing: failure))")
          return
        }
        let socket = try await WebSocketConnection.connect(
          host: "127.0.0.1", port: port, transport: try certificate.client())
        try await eventually("It was not accepted.") { accepting.values.count == 1 }
        let recorders = (accepting.values + [socket]).map { $0.messages.record() }
        await socket.close()
        try await eventually("It did not end.") { recorders.allSatisfy { $0.isFinished } }
        await server.close()
      }
    }

    @Test("A server that speaks no TLS, and a client that speaks none, are failures of the connection")
    func oneSidedTLS() async throws {
      try await Certificate.with { certificate in
        for isServer in [true, false] {
          let server = try await WebSocketServer.bind(
            host: "127.0.0.1", port: 0, transport: isServer ? try certificate.server() : Self.plain)
          let accepting = server.connections.record()
          let failure = await #expect(throws: WebSocketError.self) {
            try await WebSocketConnection.connect(
              host: "127.0.0.1", port: server.localAddress?.port ?? 0,
              transport: isServer ? Self.plain : try certificate.client())
          }
          guard case .connection? = failure else {
            Issue.record("It ended otherwise: \(String(describing: failure))")
            return
          }
          #expect(accepting.values.isEmpty)
          await server.close()
        }
      }
    }

    // MARK: Networks that break

    @Test("A connection that is cut loses both ends", arguments: [true, false])
    func cut(isSecure: Bool) async throws {
      func run(_ certificate: Certificate?) async throws {
        try await withEnds(certificate: certificate) { ends in
          let recorders = [ends.client, ends.server].map { $0.messages.record() }
          try await ends.client.send(.text("before"))
          try await eventually("Nothing came.") { recorders[1].values == [.text("before")] }
          await ends.relay.cut()
          try await eventually("They did not end.") { recorders.allSatisfy { !$0.completions.isEmpty } }
          for recorder in recorders {
            // With TLS, it is that of its handler: the peer has not said that this is the end.
            switch recorder.failure {
            case .lost?, .connection?: break
            default: Issue.record("It ended otherwise: \(recorder.events)")
            }
          }
        }
      }
      if isSecure { try await Certificate.with(run) } else { try await run(nil) }
    }

    @Test("A peer that vanishes without a word is noticed at both ends by the pings, and the connections are closed")
    func vanishes() async throws {
      try await withEnds {
        $0.pingInterval = .milliseconds(20)
        $0.pongTimeout = .seconds(2)
      } _: { ends in
        let recorders = [ends.client, ends.server].map { $0.messages.record() }
        try await ends.client.send(.text("before"))
        try await eventually("Nothing came.") { recorders[1].values == [.text("before")] }
        ends.relay.fallSilent()
        try await eventually("It was not noticed.") { recorders.allSatisfy { !$0.completions.isEmpty } }
        for recorder in recorders {
          guard case .timedOut? = recorder.failure else {
            Issue.record("It ended otherwise: \(recorder.events)")
            continue
          }
        }
        for socket in [ends.client, ends.server] { try await socket.channel.closeFuture.get() }
        await #expect(throws: WebSocketError.self) { try await ends.client.send(.text("after")) }
      }
    }

    @Test("A close to a peer that has vanished waits no longer than its timeout")
    func closesWithoutPeer() async throws {
      try await withEnds {
        $0.closeTimeout = .milliseconds(200)
      } _: { ends in
        let recorder = ends.client.messages.record()
        ends.relay.fallSilent()
        await ends.client.close()
        #expect(recorder.isFinished)
        #expect(!ends.client.channel.isActive)
      }
    }

    @Test(
      "A message that comes slowly, byte by byte, is delivered when it is whole; what is not whole at the end is lost")
    func slow() async throws {
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
      let accepting = server.connections.record(demand: .max(1))
      let raw = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0).get()
      for byte in handshakeHead.utf8 { try await raw.writeAndFlush(ByteBuffer(bytes: [byte])) }
      try await eventually("It was not accepted.") { accepting.values.count == 1 }
      let recorder = accepting.values[0].messages.record()
      // A masked frame of "hi".
      for byte: UInt8 in [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69] {
        #expect(recorder.values.isEmpty)
        try await raw.writeAndFlush(ByteBuffer(bytes: [byte]))
      }
      try await eventually("It did not come.") { recorder.values == [.text("hi")] }
      try await raw.writeAndFlush(ByteBuffer(bytes: [0x81, 0x82, 0, 0]))
      try await raw.close()
      try await eventually("It did not end.") { recorder.failure != nil }
      guard case .lost? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      await server.close()
    }
  }
}
