import NIOCore
import NIOEmbedded
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

@Suite("write(to:window:atEnd:receiveCompletion:)")
struct ChannelWriterTests {
  private typealias Script = ScriptedPublisher<ByteBuffer, TestError>

  private func makeChannel() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  private func written(_ channel: EmbeddedChannel) throws -> String {
    var text = ""
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
    return text
  }

  @Test("Asks for a window at first, then for one element for each that is written")
  func asksAsItWrites() throws {
    let (channel, script) = (try makeChannel(), Script())
    let writing = script.write(to: channel, window: 3)
    #expect(script.demand == .max(3))
    _ = script.send(ByteBuffer(string: "a"))
    _ = script.send(ByteBuffer(string: "b"))
    #expect(script.requests == [.demand(.max(3)), .demand(.max(1)), .demand(.max(1))])
    #expect(try written(channel) == "ab")
    writing.cancel()
    _ = try channel.finish()
  }

  @Test("Asks for nothing while the channel is not writable, and then for what it has room for")
  func waitsForWritability() throws {
    let (channel, script) = (try makeChannel(), Script())
    let writing = script.write(to: channel, window: 2)
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    _ = script.send(ByteBuffer(string: "a"))
    _ = script.send(ByteBuffer(string: "b"))
    #expect(script.requests == [.demand(.max(2))])
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(script.requests == [.demand(.max(2)), .demand(.max(2))])
    #expect(try written(channel) == "ab")
    writing.cancel()
    _ = try channel.finish()
  }

  @Test("Elements that have not been written count towards the window")
  func countsUnwritten() throws {
    let (script, gate) = (Script(), WriteGate())
    let channel = EmbeddedChannel(handler: gate)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let writing = script.write(to: channel, window: 2)
    _ = script.send(ByteBuffer(string: "a"))
    _ = script.send(ByteBuffer(string: "b"))
    #expect(script.demand == .max(2))
    gate.open()
    #expect(script.demand == .max(4))
    writing.cancel()
    _ = try? channel.finish()
  }

  @Test(
    "At the end closes all, or leaves the channel open, when everything is written",
    arguments: [ChannelEnd.closes, .leavesOpen, .closesOutput])
  func ends(atEnd: ChannelEnd) throws {
    let (script, gate, ending) = (Script(), WriteGate(), Ending())
    let channel = EmbeddedChannel(handler: gate)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let writing = script.write(to: channel, atEnd: atEnd) { ending.take($0) }
    _ = script.send(ByteBuffer(string: "a"))
    script.send(completion: .finished)
    #expect(ending.value == nil)
    #expect(channel.isActive)
    gate.open()
    channel.embeddedEventLoop.run()
    guard case .finished? = ending.value else {
      Issue.record("It ended otherwise.")
      return
    }
    // An embedded channel knows no half of a connection: all of it is closed.
    #expect(channel.isActive == (atEnd == .leavesOpen))
    _ = try? channel.finish()
    withExtendedLifetime(writing) {}
  }

  @Test("A failure of upstream closes the channel and is reported, after what was written")
  func upstreamFails() throws {
    let (channel, script, ending) = (try makeChannel(), Script(), Ending())
    let writing = script.write(to: channel) { ending.take($0) }
    _ = script.send(ByteBuffer(string: "a"))
    script.send(completion: .failure(TestError("upstream")))
    channel.embeddedEventLoop.run()
    #expect(ending.failure as? TestError == TestError("upstream"))
    #expect(!channel.isActive)
    #expect(try written(channel) == "a")
    withExtendedLifetime(writing) {}
  }

  @Test("A close of the channel cancels upstream, and is a failure")
  func channelCloses() throws {
    let (channel, script, ending) = (try makeChannel(), Script(), Ending())
    let writing = script.write(to: channel) { ending.take($0) }
    _ = try channel.finish()
    #expect(script.isCancelled)
    guard case .channel(.ioOnClosedChannel)? = ending.failure as? ChannelStreamError else {
      Issue.record("It ended otherwise.")
      return
    }
    withExtendedLifetime(writing) {}
  }

  @Test("A channel that was closed before cancels upstream, and is a failure")
  func wasClosed() throws {
    let (channel, script, ending) = (try makeChannel(), Script(), Ending())
    _ = try channel.finish()
    let writing = script.write(to: channel) { ending.take($0) }
    channel.embeddedEventLoop.run()
    #expect(script.isCancelled)
    guard case .channel(.ioOnClosedChannel)? = ending.failure as? ChannelStreamError else {
      Issue.record("It ended otherwise: \(String(describing: ending.value))")
      return
    }
    withExtendedLifetime(writing) {}
  }

  @Test("A write that fails cancels upstream, and is the failure")
  func writeFails() throws {
    let (script, gate, ending) = (Script(), WriteGate(), Ending())
    let channel = EmbeddedChannel(handler: gate)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let writing = script.write(to: channel) { ending.take($0) }
    _ = script.send(ByteBuffer(string: "a"))
    gate.open(failing: TestError("write"))
    channel.embeddedEventLoop.run()
    #expect(script.isCancelled)
    guard case .handler(let error)? = ending.failure as? ChannelStreamError else {
      Issue.record("It ended otherwise.")
      return
    }
    #expect(error as? TestError == TestError("write"))
    withExtendedLifetime(writing) {}
  }

  @Test("A cancel cancels upstream, leaves the channel open, and releases the closure")
  func cancels() throws {
    let (channel, script) = (try makeChannel(), Script())
    weak var token: ReleaseToken?
    do {
      let held = ReleaseToken()
      token = held
      let writing = script.write(to: channel) { _ in withExtendedLifetime(held) {} }
      writing.cancel()
    }
    #expect(script.isCancelled)
    #expect(channel.isActive)
    #expect(token == nil)
    _ = try channel.finish()
  }

  @Test("A second subscription is cancelled")
  func cancelsSecond() throws {
    let (channel, script) = (try makeChannel(), Script())
    let writing = script.write(to: channel)
    _ = script.sendSubscription()
    #expect(script.cancelCount == 1)
    writing.cancel()
    _ = try channel.finish()
  }
}

/// Holds writes back until it is opened.
// Used on the embedded event loop alone: that of the test.
final class WriteGate: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var held: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if let promise { held.append(promise) }
  }

  func open(failing error: (any Error)? = nil) {
    let held = held
    self.held = []
    for promise in held {
      if let error { promise.fail(error) } else { promise.succeed() }
    }
  }
}
