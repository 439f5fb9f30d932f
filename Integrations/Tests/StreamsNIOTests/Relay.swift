import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A relay between a client and a server, which a test has fall silent or cut: what a broken network does.
///
/// When it is silent, neither end gets anything of the other any more, nor its end.
final class Relay: Sendable {
  private struct State {
    var channels: [any Channel] = []
    var isSilent = false
  }

  let port: Int
  private let listening: any Channel
  private let state: NIOLockedValueBox<State>

  private init(listening: any Channel, state: NIOLockedValueBox<State>) {
    self.listening = listening
    self.state = state
    port = listening.localAddress?.port ?? 0
  }

  /// Listens on a free port, and connects each client with the server at another port of this machine.
  static func start(to serverPort: Int) async throws -> Relay {
    let state = NIOLockedValueBox(State())
    let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { front in
        state.withLockedValue { $0.channels.append(front) }
        return ClientBootstrap(group: front.eventLoop)
          .channelOption(.autoRead, value: false)
          .channelOption(.maxMessagesPerRead, value: 1)
          .channelInitializer { back in
            state.withLockedValue { $0.channels.append(back) }
            return back.eventLoop.makeCompletedFuture {
              try back.pipeline.syncOperations.addHandler(Forwarder(to: front, state))
            }
          }
          .connect(host: "127.0.0.1", port: serverPort)
          .flatMapThrowing { back in
            try front.pipeline.syncOperations.addHandler(Forwarder(to: back, state))
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return Relay(listening: listening, state: state)
  }

  /// Drops from now on whatever comes.
  func fallSilent() {
    state.withLockedValue { $0.isSilent = true }
  }

  /// Closes the connections at both ends.
  func cut() async {
    for channel in state.withLockedValue({ $0.channels }) { try? await channel.close() }
  }

  func stop() async {
    try? await listening.close()
    await cut()
  }

  private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let state: NIOLockedValueBox<State>

    init(to other: any Channel, _ state: NIOLockedValueBox<State>) {
      self.other = other
      self.state = state
    }

    private var isSilent: Bool { state.withLockedValue { $0.isSilent } }

    func handlerAdded(context: ChannelHandlerContext) {
      if context.channel.isActive { context.read() }
    }

    func channelActive(context: ChannelHandlerContext) {
      context.read()
    }

    /// Reads on when the other end has taken this: the relay fills no memory.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isSilent { return context.read() }
      let channel = context.channel
      other.writeAndFlush(unwrapInboundIn(data)).whenSuccess { channel.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if !isSilent { other.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
