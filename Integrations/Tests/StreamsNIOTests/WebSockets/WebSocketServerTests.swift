import Foundation
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

extension NetworkTests {
  @Suite("WebSocketServer")
  struct WebSocketServerTests {
    /// Runs a body with a server that hands each connection to a closure, and closes all of them afterwards.
    private func withServer(
      _ configure: (inout WebSocketConfiguration) -> Void = { _ in },
      serving serve: @escaping @Sendable (WebSocketConnection) -> AnyCancellable, _ body: (Int) async throws -> Void
    ) async throws {
      var configuration = WebSocketConfiguration()
      configure(&configuration)
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0, configuration: configuration)
      let handles = Handles()
      let recorder = server.connections.record { socket in
        handles.append(serve(socket))
        return .none
      }
      try await body(server.localAddress?.port ?? 0)
      await server.close()
      try await eventually("It did not finish.") { recorder.isFinished }
      for socket in recorder.values { await socket.close() }
    }

    private static let echo: @Sendable (WebSocketConnection) -> AnyCancellable = { socket in
      socket.messages.send(over: socket)
    }

    @Test("Echoes: the messages of a client are sent back by its own publisher")
    func echoes() async throws {
      try await withServer(serving: Self.echo) { port in
        let seen = try await peerClient(port, "echo", "20")
        #expect(seen == Seen(seen: (0..<20).map(String.init), code: 1000, reason: ""))
      }
    }

    @Test("Puts together a client's fragments, and answers its pings")
    func fragmentsAndPings() async throws {
      try await withServer(serving: Self.echo) { port in
        let (fragments, ping) = (try await peerClient(port, "fragments"), try await peerClient(port, "ping"))
        #expect(fragments.seen == ["fragmented"])
        #expect(ping.seen == ["pong"])
      }
    }

    @Test("A frame beyond the limit closes with 1009, and a frame without a mask with 1002")
    func closesWithCodes() async throws {
      let recorders = NIOLockedValueBox<[RecordingSubscriber<WebSocketMessage, WebSocketError>]>([])
      try await withServer {
        $0.maxFrameSize = 1_000
      } serving: { socket in
        let recorder = socket.messages.record()
        recorders.withLockedValue { $0.append(recorder) }
        return AnyCancellable { recorder.cancel() }
      } _: { port in
        let (large, raw) = (try await peerClient(port, "large", "1001"), try await peerClient(port, "raw", "810161"))
        #expect(large.code == 1009)
        #expect(raw.code == 1002)
        try await eventually("They did not fail.") {
          recorders.withLockedValue { $0.count { $0.failure != nil } } == 2
        }
      }
      let failures = recorders.withLockedValue { $0.compactMap(\.failure) }
      guard failures.count == 2, case .tooLarge(limit: 1_000) = failures[0], case .protocolViolation = failures[1]
      else {
        Issue.record("They ended otherwise: \(failures)")
        return
      }
    }

    @Test("A client that breaks off is lost")
    func lost() async throws {
      let recorders = NIOLockedValueBox<[RecordingSubscriber<WebSocketMessage, WebSocketError>]>([])
      try await withServer(serving: { socket in
        let recorder = socket.messages.record()
        recorders.withLockedValue { $0.append(recorder) }
        let sending = [WebSocketMessage.text("go")].publisher.send(over: socket, closes: false)
        return AnyCancellable {
          recorder.cancel()
          sending.cancel()
        }
      }) { port in
        _ = try await peerClient(port, "abort")
        try await eventually("It did not fail.") { recorders.withLockedValue { $0.first?.failure } != nil }
      }
      switch recorders.withLockedValue({ $0.first?.failure }) {
      case .lost?, .connection?: break
      default: Issue.record("It ended otherwise.")
      }
    }

    @Test("Accepts as many connections as are asked for; a client that sends no handshake holds up no other")
    func acceptsOnDemand() async throws {
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
      let port = server.localAddress?.port ?? 0
      let silent = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      let recorder = server.connections.record(demand: .none)
      let first = Task { try await WebSocketConnection.connect(host: "127.0.0.1", port: port) }
      let count = try await settled { recorder.values.count }
      #expect(count == 0)
      recorder.request(.max(1))
      let socket = try await first.value
      try await eventually("It was not accepted.") { recorder.values.count == 1 }
      // One more was asked for while the first one's handshake was under way: it waits for demand.
      let waiting = try await WebSocketConnection.connect(host: "127.0.0.1", port: port)
      var configuration = WebSocketConfiguration()
      configuration.handshakeTimeout = .milliseconds(300)
      // Without demand it is the kernel alone that accepts.
      let refused = await Task { [configuration] in
        try await WebSocketConnection.connect(host: "127.0.0.1", port: port, configuration: configuration)
      }.result
      #expect(throws: WebSocketError.self) { try refused.get() }
      #expect(recorder.values.count == 1)
      try await silent.close()
      recorder.cancel()
      try await server.channel.closeFuture.get()
      let accepted = recorder.values
      let draining = (accepted + [socket]).map { $0.messages.record() }
      for socket in accepted + [socket] { await socket.close() }
      // The server has closed the one that waited with itself.
      let closed = waiting.messages.record()
      try await waiting.channel.closeFuture.get()
      #expect(closed.isFinished)
      withExtendedLifetime(draining) {}
    }

    @Test("A connection whose handshake ends after a cancel is closed")
    func handshakeAfterCancel() async throws {
      var configuration = WebSocketConfiguration()
      // The client answers no close.
      configuration.closeTimeout = .milliseconds(100)
      let accepted = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Void.self)
      let server = try await WebSocketServer.bind(
        host: "127.0.0.1", port: 0, configuration: configuration, transport: { _ in accepted.succeed() })
      let port = server.localAddress?.port ?? 0
      let recorder = server.connections.record()
      let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      try await accepted.futureResult.get()
      recorder.cancel()
      try await server.channel.closeFuture.get()
      try await client.writeAndFlush(ByteBuffer(string: handshakeHead))
      try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
      #expect(recorder.values.isEmpty)
    }

    @Test("A request that is no handshake is answered with 426")
    func plainRequest() async throws {
      try await withServer(serving: Self.echo) { port in
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture { try channel.inboundPublisher(of: ByteBuffer.self) }
          }
        let recorder = client.record()
        try await client.channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        try await eventually("There was no answer.") { recorder.isFinished }
        #expect(recorder.values.map { String(buffer: $0) }.joined().hasPrefix("HTTP/1.1 426"))
      }
    }

    @Test(
      "A request that is no handshake, and does not end, is closed when its time is over, and makes room for others")
    func endlessRequest() async throws {
      var configuration = WebSocketConfiguration()
      configuration.handshakeTimeout = .milliseconds(500)
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0, configuration: configuration)
      let port = server.localAddress?.port ?? 0
      let recorder = server.connections.record()
      // More than may be under way at a time.
      var clients: [any Channel] = []
      for _ in 0..<100 {
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: port).get()
        try await client.writeAndFlush(
          ByteBuffer(string: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"))
        clients.append(client)
      }
      for client in clients { try await client.closeFuture.get() }
      let socket = try await WebSocketConnection.connect(host: "127.0.0.1", port: port)
      try await eventually("It was not accepted.") { recorder.values.count == 1 }
      let draining = (recorder.values + [socket]).map { $0.messages.record() }
      for socket in recorder.values + [socket] { await socket.close() }
      await server.close()
      withExtendedLifetime(draining) {}
    }

    @Test("Keeps the contract of publishers")
    func keepsContract() async throws {
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
      let handles = Handles()
      let accepting = server.connections.sink { _ in
      } receiveValue: { socket in
        let letters = "abcdefghijklmnopqrstuvwxyz".map { WebSocketMessage.text(String($0)) }
        handles.append(letters.publisher.send(over: socket))
        handles.append(
          socket.messages.sink { _ in
          } receiveValue: { _ in
          })
      }
      let port = server.localAddress?.port ?? 0
      await expectContract { Connecting(port: port) }
      accepting.cancel()
      await server.close()
      await expectContract { Accepting() }
      await expectContract { AcceptedMessages() }
    }

    @Test("Nothing is left of many connections: no descriptor")
    func leavesNothing() async throws {
      try await withServer(serving: Self.echo) { port in
        for _ in 0..<20 { try await Self.talk(port) }
        try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
      }
    }

    private static func talk(_ port: Int) async throws {
      let socket = try await WebSocketConnection.connect(host: "127.0.0.1", port: port)
      let recorder = socket.messages.record()
      try await socket.send(.text("hello"))
      try await eventually("There was no echo.") { recorder.values == [.text("hello")] }
      #expect(openSockets(ofPort: port) >= 2)
      await socket.close()
    }
  }
}

/// What keeps the streams of a server running.
final class Handles: Sendable {
  private let handles = NIOLockedValueBox<[AnyCancellable]>([])

  func append(_ handle: AnyCancellable) {
    handles.withLockedValue { $0.append(handle) }
  }
}

/// Waits for what a task makes. The contract kit is synchronous: it blocks its own thread, and none of the pool for
/// tasks.
private func made<Value: Sendable>(_ make: @escaping @Sendable () async throws -> Value) -> Value? {
  let (ready, group) = (NIOLockedValueBox<Value?>(nil), DispatchGroup())
  group.enter()
  Task {
    let value = try? await make()
    ready.withLockedValue { $0 = value }
    group.leave()
  }
  group.wait()
  return ready.withLockedValue { $0 }
}

/// Connects for each subscriber.
private struct Connecting: Publisher {
  typealias Output = WebSocketMessage
  typealias Failure = WebSocketError

  let port: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketMessage, S.Failure == WebSocketError {
    made { [port] in try await WebSocketConnection.connect(host: "127.0.0.1", port: port) }?
      .messages.subscribe(subscriber)
  }
}

/// The connections of a server of its own for each subscriber, to which a few clients connect; it closes after them.
private struct Accepting: Publisher {
  typealias Output = WebSocketConnection
  typealias Failure = ChannelStreamError

  func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketConnection, S.Failure == ChannelStreamError {
    let server = made {
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
      Task {
        var sockets: [WebSocketConnection] = []
        for _ in 0..<8 {
          // The subscriber may ask for none, or cancel.
          var configuration = WebSocketConfiguration()
          configuration.handshakeTimeout = .seconds(2)
          guard
            let socket = try? await WebSocketConnection.connect(
              host: "127.0.0.1", port: server.localAddress?.port ?? 0, configuration: configuration)
          else { break }
          sockets.append(socket)
        }
        await server.close()
        for socket in sockets { try? await socket.channel.close() }
      }
      return server
    }
    server?.connections.subscribe(subscriber)
  }
}

/// What a client sends to a server of its own for each subscriber: the server's end of a WebSocket.
private struct AcceptedMessages: Publisher {
  typealias Output = WebSocketMessage
  typealias Failure = WebSocketError

  func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketMessage, S.Failure == WebSocketError {
    let socket = made {
      let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
      let accepting = server.connections.record(demand: .max(1))
      let client = try await WebSocketConnection.connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0)
      try await eventually("It was not accepted.") { accepting.values.count == 1 }
      await server.close()
      Task {
        let letters = "abcdefghijklmnopqrstuvwxyz".map { WebSocketMessage.text(String($0)) }
        let handles = [
          letters.publisher.send(over: client),
          client.messages.sink { _ in
          } receiveValue: { _ in
          },
        ]
        try await client.channel.closeFuture.get()
        withExtendedLifetime(handles) {}
      }
      return accepting.values[0]
    }
    socket?.messages.subscribe(subscriber)
  }
}
