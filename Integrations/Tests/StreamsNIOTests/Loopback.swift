import NIOCore
import NIOPosix
import StreamCore
import StreamsNIO

/// Two ends of a connection on loopback.
struct Loopback {
  let client: any Channel
  let server: any Channel
  let atClient: ChannelInbound<ByteBuffer>
  let atServer: ChannelInbound<ByteBuffer>
  private let listening: any Channel

  /// Connects, with what the tests want of the channels: small buffers, so that back-pressure shows soon.
  static func connect(
    halfClosure: Bool = true, decoding decoder: @escaping @Sendable () -> (any ChannelHandler)? = { nil }
  ) async throws -> Loopback {
    let group = MultiThreadedEventLoopGroup.singleton
    let accepted = group.next().makePromise(of: (any Channel, ChannelInbound<ByteBuffer>).self)
    let listening = try await ServerBootstrap(group: group)
      .childChannelOption(.allowRemoteHalfClosure, value: halfClosure)
      .childChannelOption(.socketOption(.so_rcvbuf), value: 65_536)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let inbound = try channel.inboundPublisher(of: ByteBuffer.self)
          accepted.succeed((channel, inbound))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let address = listening.localAddress else { throw ChannelError.unknownLocalAddress }
    let (client, atClient) = try await ClientBootstrap(group: group)
      .channelOption(.allowRemoteHalfClosure, value: halfClosure)
      .channelOption(.socketOption(.so_sndbuf), value: 65_536)
      .connect(to: address) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let handler = decoder() { try channel.pipeline.syncOperations.addHandler(handler) }
          return (channel, try channel.inboundPublisher(of: ByteBuffer.self))
        }
      }
    let (server, atServer) = try await accepted.futureResult.get()
    return Loopback(client: client, server: server, atClient: atClient, atServer: atServer, listening: listening)
  }

  func close() async {
    try? await client.close()
    try? await server.close()
    try? await listening.close()
  }
}
