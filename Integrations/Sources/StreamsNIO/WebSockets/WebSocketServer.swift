internal import NIOConcurrencyHelpers
public import NIOCore
public import NIOHTTP1
public import NIOPosix
internal import NIOWebSocket
public import StreamCore
internal import StreamsNIOParts

/// A server of WebSockets: a publisher of the connections that clients have opened.
///
///     let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 8080)
///     let serving = server.connections.sink { … } receiveValue: { socket in … }
///
/// Connections are accepted as they are asked for; others wait in the kernel, whose backlog has an end.
public final class WebSocketServer: Sendable {
  /// The listening channel.
  public let channel: any Channel

  private let acceptor: WebSocketAcceptor

  private init(channel: any Channel, acceptor: WebSocketAcceptor) {
    self.channel = channel
    self.acceptor = acceptor
  }

  /// The address that the server listens at: its port, if it was bound to port 0.
  public var localAddress: SocketAddress? { channel.localAddress }

  /// Listens at an address.
  ///
  /// - Parameters:
  ///   - host: The name or the address to listen at.
  ///   - port: The port; 0 for a free one.
  ///   - group: The event loops of the connections.
  ///   - configuration: The limits of each connection.
  ///   - accept: Called on an event loop with the head of each handshake's request: returns the response's fields
  ///     beyond those of the protocol, such as the chosen `Sec-WebSocket-Protocol`, or `nil` to refuse. By default all
  ///     are accepted.
  ///   - transport: Called on the event loop with each accepted channel, to put handlers into its pipeline: that of
  ///     NIOSSL, for `wss`.
  /// - Returns: The server.
  /// - Throws: NIO's error, if it cannot listen there.
  public static func bind(
    host: String, port: Int, on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    configuration: WebSocketConfiguration = WebSocketConfiguration(),
    accept: @escaping @Sendable (HTTPRequestHead) -> HTTPHeaders? = { _ in [:] },
    transport: @escaping @Sendable (any Channel) throws -> Void = { _ in }
  ) async throws -> WebSocketServer {
    configuration.check()
    let acceptor = WebSocketAcceptor(on: group.next())
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.autoRead, value: false)
      .serverChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try transport(channel)
          acceptor.handshake(
            of: channel, timeout: configuration.handshakeTimeout,
            try upgrade(channel, configuration: configuration, accept: accept))
        }
      }
      .bind(host: host, port: port).get()
    try await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.addHandler(AcceptedHandler(acceptor: acceptor))
      acceptor.begin(with: channel)
    }.get()
    return WebSocketServer(channel: channel, acceptor: acceptor)
  }

  /// The connections, for one subscriber, each after its handshake.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---c-----c--c--
  ///
  /// A handshake that fails or is refused is dropped, and another connection accepted. What is no handshake is answered
  /// with 426 when its request has ended, and closed then, or when the time of a handshake is over.
  ///
  /// - **Demand**: accepts while there is demand and no connection at hand, up to 64 handshakes at a time, so that a
  ///   client that is slow to send its handshake holds up no other. Connections beyond the demand, of handshakes under
  ///   way, wait for it.
  /// - **Completion**: finishes when the server is closed.
  /// - **Failure**: a ``ChannelStreamError``: ``ChannelStreamError/system(_:)`` if accepting fails, as without free
  ///   descriptors. A second subscriber fails with ``ChannelStreamError/alreadySubscribed``.
  /// - **Threads**: delivers on an event loop of the server's own. Cancelling may be done on any thread, and closes the
  ///   server; connections that were delivered stay open.
  /// - Complexity: O(1) memory: up to 64 connections whose handshakes are under way.
  public var connections: WebSocketServerConnections { WebSocketServerConnections(acceptor: acceptor) }

  /// Stops listening. Connections that were delivered stay open.
  public func close() async {
    try? await channel.close()
  }

  private static func upgrade(
    _ channel: any Channel, configuration: WebSocketConfiguration,
    accept: @escaping @Sendable (HTTPRequestHead) -> HTTPHeaders?
  ) throws -> EventLoopFuture<WebSocketConnection?> {
    let upgrader = NIOTypedWebSocketServerUpgrader<WebSocketConnection?>(
      maxFrameSize: configuration.maxFrameSize, enableAutomaticErrorHandling: false,
      shouldUpgrade: { channel, head in channel.eventLoop.makeSucceededFuture(accept(head)) },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try WebSocketConnection(upgraded: channel, isServer: true, request: head, configuration: configuration)
        }
      })
    return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
      configuration: NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration<WebSocketConnection?>(upgraders: [upgrader]) {
          channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(RefusingHandler())
            return nil
          }
        }))
  }
}

/// The publisher of a server's connections: see ``WebSocketServer/connections``.
public struct WebSocketServerConnections: Publisher, Sendable {
  /// A connection, after its handshake.
  public typealias Output = WebSocketConnection

  /// Why no more connections are accepted.
  public typealias Failure = ChannelStreamError

  let acceptor: WebSocketAcceptor

  /// Attaches `subscriber`; a second one fails.
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == WebSocketConnection, S.Failure == ChannelStreamError {
    acceptor.inflow.attach(subscriber, orFailWith: .alreadySubscribed)
  }
}

/// Answers a request that is no handshake, or a refused one.
private final class RefusingHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let head = HTTPResponseHead(
      version: .http1_1, status: .upgradeRequired,
      headers: ["Upgrade": "websocket", "Connection": "close", "Content-Length": "0"])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }
}
