import NIOCore
import NIOEmbedded
import NIOWebSocket
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

@Suite("WebSocketConfiguration.pingInterval")
struct WebSocketKeepAliveTests {
  /// A WebSocket without a network, whose time is the test's: a ping each second, and three seconds for an answer.
  private func makeSocket(isServer: Bool = false, readAhead: Int = 0) throws -> (EmbeddedChannel, WebSocketConnection) {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    var configuration = WebSocketConfiguration()
    configuration.pingInterval = .seconds(1)
    configuration.pongTimeout = .seconds(3)
    configuration.readAhead = readAhead
    return (channel, try WebSocketConnection(upgraded: channel, isServer: isServer, configuration: configuration))
  }

  /// The content of the ping that has been sent, if one has.
  private func sentPing(_ channel: EmbeddedChannel) throws -> ByteBuffer? {
    guard let frame = try channel.readOutbound(as: WebSocketFrame.self) else { return nil }
    #expect(frame.opcode == .ping)
    return frame.unmaskedData
  }

  @Test("The peer is pinged at the interval, counted from its answer, for as long as it answers")
  func pings() throws {
    let (channel, socket) = try makeSocket()
    let recorder = socket.messages.record(demand: .max(1))
    for _ in 0..<5 {
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
      #expect(try sentPing(channel) == nil)
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
      let content = try #require(try sentPing(channel))
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(2_999))
      try channel.writeInbound(WebSocketFrame(fin: true, opcode: .pong, data: content))
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    }
    #expect(recorder.completions.isEmpty)
    #expect(channel.isActive)
    recorder.cancel()
    _ = try channel.finish()
  }

  @Test("A peer from which nothing comes fails the stream, and the connection is closed", arguments: [true, false])
  func timesOut(isServer: Bool) throws {
    let (channel, socket) = try makeSocket(isServer: isServer)
    let recorder = socket.messages.record()
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(3_999))
    #expect(recorder.completions.isEmpty)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    guard case .timedOut? = recorder.failure else {
      Issue.record("It ended otherwise: \(recorder.events)")
      return
    }
    #expect(!channel.isActive)
    #expect(try sentPing(channel) != nil)
    #expect(try sentPing(channel) == nil, "One ping was to be answered: no second one belongs to it.")
  }

  @Test("A part of a message is a sign of life, too")
  func signOfLife() throws {
    let (channel, socket) = try makeSocket()
    let recorder = socket.messages.record()
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    try channel.writeInbound(WebSocketFrame(fin: false, opcode: .binary, data: ByteBuffer(string: "a")))
    channel.embeddedEventLoop.advanceTime(by: .seconds(3))
    #expect(recorder.completions.isEmpty)
    channel.embeddedEventLoop.advanceTime(by: .seconds(4))
    #expect(recorder.failure != nil)
  }

  @Test("Without demand no ping is sent, because no answer would be read; reading ahead has them sent")
  func pauses() throws {
    let (channel, socket) = try makeSocket()
    let recorder = socket.messages.record(demand: .none)
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(try sentPing(channel) == nil)
    #expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try sentPing(channel) != nil)
    recorder.cancel()
    _ = try? channel.finish()

    let (ahead, other) = try makeSocket(readAhead: 1)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    ahead.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try sentPing(ahead) != nil)
    ahead.embeddedEventLoop.advanceTime(by: .seconds(3))
    guard case .timedOut? = other.messages.record(demand: .none).failure else {
      Issue.record("It did not time out.")
      return
    }
  }

  @Test("After a close nothing is pinged any more")
  func closes() throws {
    let (channel, socket) = try makeSocket()
    let recorder = socket.messages.record()
    try channel.writeInbound(WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer()))
    #expect(recorder.isFinished)
    _ = try channel.readOutbound(as: WebSocketFrame.self)
    channel.embeddedEventLoop.advanceTime(by: .seconds(5))
    #expect(try sentPing(channel) == nil)
    _ = try? channel.finish()
  }
}
