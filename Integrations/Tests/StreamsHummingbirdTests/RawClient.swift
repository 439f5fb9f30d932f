import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client that sends bytes of a test, and keeps what it gets.
final class RawClient: Sendable {
  let channel: any Channel
  private let received: NIOLockedValueBox<String>

  private init(channel: any Channel, received: NIOLockedValueBox<String>) {
    self.channel = channel
    self.received = received
  }

  static func connect(_ port: Int) async throws -> RawClient {
    let received = NIOLockedValueBox("")
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Keeper(received))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return RawClient(channel: channel, received: received)
  }

  /// All that has come.
  var text: String { received.withLockedValue { $0 } }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text))
  }

  private final class Keeper: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let received: NIOLockedValueBox<String>

    init(_ received: NIOLockedValueBox<String>) {
      self.received = received
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let text = String(buffer: unwrapInboundIn(data))
      received.withLockedValue { $0 += text }
    }
  }
}
