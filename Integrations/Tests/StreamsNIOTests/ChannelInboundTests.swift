import NIOCore
import NIOEmbedded
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

@Suite("Channel.inboundPublisher(of:closes:)")
struct ChannelInboundTests {
  /// A channel without a network, whose reads are counted.
  private func makeChannel(closes: Bool = true, _ handlers: [any ChannelHandler] = []) throws -> (
    EmbeddedChannel, ReadCounter, ChannelInbound<ByteBuffer>
  ) {
    let counter = ReadCounter()
    let channel = EmbeddedChannel(handlers: [counter] + handlers)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let inbound = try channel.inboundPublisher(of: ByteBuffer.self, closes: closes)
    counter.count = 0
    return (channel, counter, inbound)
  }

  @Test("Reads once for each requested message, and not without demand")
  func readsOnDemand() throws {
    let (channel, counter, inbound) = try makeChannel()
    let recorder = inbound.record(demand: .none)
    #expect(counter.count == 0)
    recorder.request(.max(1))
    #expect(counter.count == 1)
    recorder.request(.max(1))
    #expect(counter.count == 1, "A read is under way: a second one would bring more than is wanted.")
    try channel.writeInbound(ByteBuffer(string: "a"))
    #expect(counter.count == 2)
    try channel.writeInbound(ByteBuffer(string: "b"))
    #expect(counter.count == 2)
    #expect(recorder.values.map { String(buffer: $0) } == ["a", "b"])
    _ = try channel.finish()
  }

  @Test("What one read brings waits for demand, and is taken before the next read")
  func keepsSurplus() throws {
    let (channel, counter, inbound) = try makeChannel([ByteToMessageHandler(ByteDecoder())])
    let recorder = inbound.record(demand: .max(1))
    try channel.writeInbound(ByteBuffer(string: "abc"))
    #expect(recorder.values.map { String(buffer: $0) } == ["a"])
    #expect(counter.count == 1)
    recorder.request(.max(2))
    #expect(recorder.values.map { String(buffer: $0) } == ["a", "b", "c"])
    #expect(counter.count == 1)
    recorder.request(.max(1))
    #expect(counter.count == 2)
    _ = try channel.finish()
  }

  @Test("A read that brings no whole message is followed by another")
  func readsOnForAPart() throws {
    let (channel, counter, inbound) = try makeChannel([ByteToMessageHandler(PairDecoder())])
    let recorder = inbound.record(demand: .max(1))
    try channel.writeInbound(ByteBuffer(string: "a"))
    #expect(recorder.values.isEmpty)
    #expect(counter.count == 2)
    try channel.writeInbound(ByteBuffer(string: "b"))
    #expect(recorder.values.map { String(buffer: $0) } == ["ab"])
    #expect(counter.count == 2)
    _ = try channel.finish()
  }

  @Test("A request from inside a delivery is served after it, without growing the stack")
  func requestsInside() throws {
    let (channel, _, inbound) = try makeChannel([ByteToMessageHandler(ByteDecoder())])
    let recorder = inbound.record(demand: .max(1)) { _ in .max(1) }
    try channel.writeInbound(ByteBuffer(repeating: 65, count: 100_000))
    #expect(recorder.values.count == 100_000)
    #expect(recorder.overlaps == 0)
    _ = try channel.finish()
  }

  @Test("Finishes when the channel is closed, after the messages that wait")
  func finishes() throws {
    let (channel, _, inbound) = try makeChannel([ByteToMessageHandler(ByteDecoder())])
    let recorder = inbound.record(demand: .max(1))
    try channel.writeInbound(ByteBuffer(string: "ab"))
    _ = try channel.finish()
    #expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    #expect(recorder.values.count == 2)
    #expect(recorder.isFinished)
  }

  @Test("Finishes without demand when the peer has closed its output, and leaves the channel open")
  func finishesAtHalfClosure() throws {
    let (channel, _, inbound) = try makeChannel()
    let recorder = inbound.record(demand: .none)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(recorder.isFinished)
    #expect(channel.isActive)
    _ = try channel.finish()
  }

  @Test("Nothing is read after the peer has closed its output, though more was asked for")
  func readsNothingAfterHalfClosure() throws {
    let (channel, counter, inbound) = try makeChannel()
    let recorder = inbound.record(demand: .max(3))
    try channel.writeInbound(ByteBuffer(string: "a"))
    #expect(counter.count == 2)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    channel.pipeline.fireChannelReadComplete()
    #expect(recorder.isFinished)
    #expect(counter.count == 2)
    _ = try channel.finish()
  }

  @Test("An error fails the stream after the messages before it, and closes the channel", arguments: [true, false])
  func fails(closes: Bool) throws {
    let (channel, _, inbound) = try makeChannel(closes: closes, [ByteToMessageHandler(ByteDecoder())])
    let recorder = inbound.record(demand: .max(1))
    try channel.writeInbound(ByteBuffer(string: "ab"))
    channel.pipeline.fireErrorCaught(TestError("broken"))
    #expect(channel.isActive == !closes)
    #expect(recorder.failure == nil)
    recorder.request(.max(1))
    guard case .handler(let error as TestError)? = recorder.failure else {
      Issue.record("It ended otherwise: \(recorder.events)")
      return
    }
    #expect(error == TestError("broken"))
    // The tail of the pipeline keeps the error that none has handled.
    #expect(throws: TestError.self) { try channel.throwIfErrorCaught() }
    _ = try? channel.finish()
  }

  @Test("The system's and NIO's errors have cases of their own")
  func sortsErrors() throws {
    for error in [IOError(errnoCode: 104, reason: "reset"), ChannelError.inputClosed] as [any Error] {
      let (channel, _, inbound) = try makeChannel()
      let recorder = inbound.record(demand: .none)
      channel.pipeline.fireErrorCaught(error)
      switch recorder.failure {
      case .system(let found)?: #expect(found.errnoCode == (error as? IOError)?.errnoCode)
      case .channel(let found)?: #expect(found == error as? ChannelError)
      default: Issue.record("It ended otherwise: \(recorder.events)")
      }
      try? channel.throwIfErrorCaught()
      _ = try? channel.finish()
    }
  }

  @Test("A cancel closes the channel, or leaves it open", arguments: [true, false])
  func cancels(closes: Bool) throws {
    let (channel, counter, inbound) = try makeChannel(closes: closes)
    let recorder = inbound.record(demand: .max(1))
    recorder.cancel()
    #expect(channel.isActive == !closes)
    if !closes {
      try channel.writeInbound(ByteBuffer(string: "a"))
      #expect(counter.count == 1)
    }
    #expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    _ = try? channel.finish()
  }

  @Test("A cancel after the peer has closed its output, while messages wait, closes the channel, too")
  func cancelsAtHalfClosure() throws {
    let (channel, counter, inbound) = try makeChannel([ByteToMessageHandler(ByteDecoder())])
    let recorder = inbound.record(demand: .max(1))
    try channel.writeInbound(ByteBuffer(string: "ab"))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(channel.isActive)
    recorder.cancel()
    #expect(!channel.isActive)
    #expect(recorder.values.count == 1 && recorder.completions.isEmpty)
    #expect(counter.count == 1, "There is nothing more to read.")
    _ = try? channel.finish()
  }

  @Test("A second subscriber fails")
  func refusesSecond() throws {
    let (channel, _, inbound) = try makeChannel()
    let first = inbound.record(demand: .max(1))
    let second = inbound.record(demand: .max(1))
    guard case .alreadySubscribed? = second.failure else {
      Issue.record("It ended otherwise: \(second.events)")
      return
    }
    try channel.writeInbound(ByteBuffer(string: "a"))
    #expect(first.values.count == 1)
    _ = try channel.finish()
  }

  @Test("Messages that come before there is a subscriber wait for it")
  func keepsEarly() throws {
    let (channel, _, inbound) = try makeChannel()
    try channel.writeInbound(ByteBuffer(string: "early"))
    let recorder = inbound.record(demand: .max(1))
    #expect(recorder.values.map { String(buffer: $0) } == ["early"])
    _ = try channel.finish()
  }

  @Test("A closed channel is refused")
  func refusesClosed() throws {
    let channel = EmbeddedChannel()
    _ = try channel.finish()
    #expect(throws: (any Error).self) { try channel.inboundPublisher(of: ByteBuffer.self) }
  }
}

/// Counts the reads that reach the network.
// Used on the embedded event loop alone: that of the test.
final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}

/// Makes a message of each byte.
struct ByteDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    guard let byte = buffer.readSlice(length: 1) else { return .needMoreData }
    context.fireChannelRead(NIOAny(byte))
    return .continue
  }
}

/// Makes a message of every two bytes.
struct PairDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    guard let pair = buffer.readSlice(length: 2) else { return .needMoreData }
    context.fireChannelRead(NIOAny(pair))
    return .continue
  }
}
