import Dispatch
import Foundation
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

/// Tests that open connections run one at a time: some of them count descriptors.
@Suite("On loopback", .serialized, .generous)
struct NetworkTests {}

extension NetworkTests {
  @Suite("Channels")
  struct LoopbackTests {
    private static func pieces(_ count: Int, of size: Int) -> [ByteBuffer] {
      Array(repeating: ByteBuffer(repeating: 7, count: size), count: count)
    }

    @Test("A reader without demand holds the writer back, however much there is to write")
    func backPressure() async throws {
      let ends = try await Loopback.connect()
      let (total, size) = (4_000, 16_384)
      let asked = Counter()
      let writing = Self.pieces(total, of: size).publisher.counting(asked).write(to: ends.client, window: 4)
      let recorder = ends.atServer.record(demand: .none)
      let stopped = try await settled { asked.count }
      // What is in the kernel's buffers and under the writer's watermark is far from 64 megabytes.
      #expect(stopped < total / 2, "\(stopped) of \(total) were asked for, though nothing was read.")
      recorder.request(.unlimited)
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values.reduce(0) { $0 + $1.readableBytes } == total * size)
      withExtendedLifetime(writing) {}
      await ends.close()
    }

    @Test("Half of a connection closes: what comes back after the end is received")
    func halfClosure() async throws {
      let ends = try await Loopback.connect()
      let asking = [ByteBuffer(string: "question")].publisher.write(to: ends.client)
      let question = ends.atServer.record()
      try await eventually("The end did not arrive.") { question.isFinished }
      let answering = [ByteBuffer(string: "answer")].publisher.write(to: ends.server)
      let answer = ends.atClient.record()
      try await eventually("The answer's end did not arrive.") { answer.isFinished }
      #expect(answer.values.map { String(buffer: $0) }.joined() == "answer")
      try await ends.client.closeFuture.get()
      try await ends.server.closeFuture.get()
      withExtendedLifetime((asking, answering)) {}
      await ends.close()
    }

    @Test("A reset connection is the system's failure, at both ends")
    func reset() async throws {
      let ends = try await Loopback.connect()
      let recorder = ends.atServer.record()
      let ending = Ending()
      let writing = PassthroughSubject<ByteBuffer, Never>()
      let handle = writing.write(to: ends.server) { ending.take($0) }
      // The writer has begun when its event loop has done what was scheduled.
      try await ends.server.eventLoop.submit {}.get()
      try await (ends.client as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      try await ends.client.close()
      try await eventually("It did not fail.") { recorder.failure != nil && ending.value != nil }
      guard case .system(let error)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.events)")
        return
      }
      #expect(error.errnoCode == ECONNRESET)
      guard case .system? = ending.failure as? ChannelStreamError else {
        Issue.record("The writer ended otherwise: \(String(describing: ending.value))")
        return
      }
      withExtendedLifetime(handle) {}
      await ends.close()
    }

    @Test("A cancel on another thread closes the connection, which the peer sees as the end")
    func cancelCloses() async throws {
      let ends = try await Loopback.connect()
      let (here, there) = (ends.atClient.record(), ends.atServer.record())
      here.cancel()
      try await ends.client.closeFuture.get()
      try await eventually("The peer saw no end.") { there.isFinished }
      #expect(here.completions.isEmpty)
      await ends.close()
    }

    @Test("A cancel after the peer has closed its output, while messages wait, closes the connection, too")
    func cancelClosesAtHalfClosure() async throws {
      let ends = try await Loopback.connect { ByteToMessageHandler(ByteDecoder()) }
      let port = ends.server.localAddress?.port ?? 0
      let ended = ends.client.eventLoop.makePromise(of: Void.self)
      try await ends.client.pipeline.addHandler(InputEndHandler(ended)).get()
      let recorder = ends.atClient.record(demand: .max(1))
      let writing = [ByteBuffer(string: "ab")].publisher.write(to: ends.server)
      try await ended.futureResult.get()
      #expect(recorder.values.count == 1)
      recorder.cancel()
      try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
      withExtendedLifetime(writing) {}
      await ends.close()
    }

    @Test("What the peer sent before it closed is delivered, though it is asked for later")
    func lateDemand() async throws {
      let ends = try await Loopback.connect(halfClosure: false)
      let writing = [ByteBuffer(string: "last words")].publisher.write(to: ends.client, atEnd: .closes)
      try await ends.client.closeFuture.get()
      try await ends.server.closeFuture.get()
      let recorder = ends.atServer.record(demand: .none)
      #expect(recorder.completions.isEmpty)
      recorder.request(.unlimited)
      try await eventually("It did not finish.") { recorder.isFinished }
      #expect(recorder.values.map { String(buffer: $0) }.joined() == "last words")
      withExtendedLifetime(writing) {}
      await ends.close()
    }

    @Test("Keeps the contract of publishers")
    func keepsContract() async {
      await expectContract { OneByOne() }
    }
  }
}

/// Connects for each subscriber, to a server that sends a few bytes, of which each is a message.
private struct OneByOne: Publisher {
  typealias Output = ByteBuffer
  typealias Failure = ChannelStreamError

  func receive<S: Subscriber>(subscriber: S) where S.Input == ByteBuffer, S.Failure == ChannelStreamError {
    // The contract kit is synchronous: it blocks this thread, and none of an event loop.
    let (ready, group) = (NIOLockedValueBox<ChannelInbound<ByteBuffer>?>(nil), DispatchGroup())
    group.enter()
    Task {
      let ends = try await Loopback.connect { ByteToMessageHandler(ByteDecoder()) }
      let writing = [ByteBuffer(string: "abcdefghijklmnopqrstuvwxyz")].publisher.write(to: ends.server, atEnd: .closes)
      ready.withLockedValue { $0 = ends.atClient }
      group.leave()
      try await ends.client.closeFuture.get()
      withExtendedLifetime(writing) {}
      await ends.close()
    }
    group.wait()
    ready.withLockedValue { $0 }?.subscribe(subscriber)
  }
}

/// Tells when the peer's output has ended, which a channel notices in a read.
private final class InputEndHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let ended: EventLoopPromise<Void>

  init(_ ended: EventLoopPromise<Void>) {
    self.ended = ended
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { ended.succeed() }
  }
}
