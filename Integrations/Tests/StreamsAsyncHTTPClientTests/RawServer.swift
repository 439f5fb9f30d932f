import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A server that answers each request with bytes that a test writes, and that reads only if it is to.
final class RawServer: Sendable {
  let port: Int
  private let listening: any Channel
  private let connections: NIOLockedValueBox<[any Channel]>
  private let received: NIOLockedValueBox<ByteBuffer>

  private init(
    listening: any Channel, connections: NIOLockedValueBox<[any Channel]>, received: NIOLockedValueBox<ByteBuffer>
  ) {
    self.listening = listening
    self.connections = connections
    self.received = received
    port = listening.localAddress?.port ?? 0
  }

  // `reads`: whether it reads beyond the head of the request. `answer` is called on the event loop with the connection
  // when the head of its request has come.
  static func start(reads: Bool = true, answer: @escaping @Sendable (any Channel) -> Void) async throws -> RawServer {
    let connections = NIOLockedValueBox<[any Channel]>([])
    let received = NIOLockedValueBox(ByteBuffer())
    let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: 65_536)
      .childChannelOption(.socketOption(.so_rcvbuf), value: 65_536)
      .childChannelInitializer { channel in
        connections.withLockedValue { $0.append(channel) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            RequestReader(received: received, reads: reads, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return RawServer(listening: listening, connections: connections, received: received)
  }

  /// What it has received in all, as text.
  var request: String { received.withLockedValue { String(buffer: $0) } }

  /// How many connections have been made, and how many of them are open.
  var connectionCount: Int { connections.withLockedValue { $0.count } }
  var openCount: Int { connections.withLockedValue { connections in connections.count { $0.isActive } } }

  /// Reads on, where it did not.
  func read() async throws {
    for channel in connections.withLockedValue({ $0 }) {
      try await channel.setOption(.autoRead, value: true).get()
    }
  }

  func stop() async {
    try? await listening.close()
    for channel in connections.withLockedValue({ $0 }) { try? await channel.close() }
  }
}

private final class RequestReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let received: NIOLockedValueBox<ByteBuffer>
  private let reads: Bool
  private let answer: @Sendable (any Channel) -> Void
  private var head = ""

  init(received: NIOLockedValueBox<ByteBuffer>, reads: Bool, answer: @escaping @Sendable (any Channel) -> Void) {
    self.received = received
    self.reads = reads
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    received.withLockedValue { _ = $0.writeImmutableBuffer(buffer) }
    head += String(buffer: buffer)
    guard head.contains("\r\n\r\n") else { return }
    head = ""
    if !reads { try? context.channel.syncOptions?.setOption(.autoRead, value: false) }
    answer(context.channel)
  }
}

extension Channel {
  func say(_ text: String) {
    writeAndFlush(ByteBuffer(string: text), promise: nil)
  }
}
