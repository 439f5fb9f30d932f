internal import IntegrationParts
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
public import StreamInspection

extension StreamInspector {
  /// Serves a page that shows the living pipelines in a browser.
  ///
  /// ```swift
  /// import StreamInspection
  /// import StreamsInspector
  ///
  /// StreamInspector.arm()
  /// let page = try await StreamInspector.serve()
  /// print(page.link)
  /// ```
  ///
  /// The server has a thread of its own, and does nothing while no page asks: the program's event loops and tasks do
  /// not wait for it. It shows what ``StreamInspection/StreamInspector/arm(_:)`` sees, and values only of what is
  /// recorded (``StreamInspection/StreamInspector/record(_:limit:)``). The link has a random token, without which
  /// nothing is answered.
  ///
  /// - Parameters:
  ///   - host: The address to listen on. On any but a loopback address everyone who can reach it, and has the link,
  ///     sees the pipelines: HTTP is not encrypted.
  ///   - port: The port; any that is free, if it is 0.
  ///   - names: Further names by which browsers reach the server. `localhost`, the loopback addresses and `host` need
  ///     not be named; a request to another name is refused.
  /// - Returns: The page. It is served until it is closed, also if it is not kept.
  /// - Throws: The reason, if the server cannot listen.
  public static func serve(
    host: String = "127.0.0.1", port: Int = 0, names: Set<String> = []
  ) async throws -> InspectorPage {
    try await InspectorPage.start(host: host, port: port, names: names, limits: InspectorPage.Limits())
  }
}

/// A page that shows the living pipelines, and its server.
///
/// ``StreamInspection/StreamInspector/serve(host:port:names:)`` makes it.
public final class InspectorPage: Sendable {
  /// The address to open in a browser, with the token.
  public let link: String

  /// The port on which it listens.
  public let port: Int

  private let listener: any Channel
  private let connections: NIOLoopBound<Connections>
  private let group: MultiThreadedEventLoopGroup

  /// Closes, once: an event loop that has ended runs nothing more.
  private let closing = Lock<Task<Void, Never>?>(nil)

  private init(
    link: String, port: Int, listener: any Channel, connections: NIOLoopBound<Connections>,
    group: MultiThreadedEventLoopGroup
  ) {
    (self.link, self.port, self.listener, self.connections, self.group) = (link, port, listener, connections, group)
  }

  /// Serves until the task is cancelled, or the page closed, and then closes it.
  public func run() async {
    await withTaskCancellationHandler {
      try? await listener.closeFuture.get()
    } onCancel: {
      listener.close(promise: nil)
    }
    await close()
  }

  /// Stops serving, and returns when all connections are closed and the thread of the server has ended.
  ///
  /// The inspector stays armed if it was.
  public func close() async {
    let task = closing.withLock { closing in
      let task = closing ?? Task { await closeAll() }
      closing = task
      return task
    }
    await task.value
  }

  private func closeAll() async {
    try? await listener.close().get()
    try? await group.any().submit { [connections] in connections.value.close() }.flatMap { $0 }.get()
    try? await group.shutdownGracefully()
  }
}

extension InspectorPage {
  /// What clients may cost.
  package struct Limits: Sendable {
    /// How long a client may take for a whole request, and for reading an answer, before it is disconnected.
    package var patience: Duration = .seconds(15)

    /// How many connections there may be at once; another one is closed. A browser has six.
    package var connections = 64

    /// How much of an answer the system keeps for a client that does not read, in bytes.
    package var sendBuffer = 128 * 1_024

    package init() {}
  }

  package static func start(
    host: String, port: Int, names: Set<String>, limits: Limits
  ) async throws -> InspectorPage {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      return try await start(on: group, host: host, port: port, names: names, limits: limits)
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
  }

  private static func start(
    on group: MultiThreadedEventLoopGroup, host: String, port: Int, names: Set<String>, limits: Limits
  ) async throws -> InspectorPage {
    let token = RequestCheck.randomToken()
    let loop = group.any()
    let (desk, connections) = try await loop.submit {
      let check = RequestCheck(token: token, hosts: names.union([host]))
      let desk = PageDesk(check: check, snapshots: SharedSnapshots { StreamInspector.snapshot() })
      let connections = Connections(on: loop, limit: limits.connections)
      return (NIOLoopBound(desk, eventLoop: loop), NIOLoopBound(connections, eventLoop: loop))
    }.get()
    let listener = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: SocketOptionValue(limits.sendBuffer))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard connections.value.add(channel) else { return }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            // Pipelined requests wait for the answer to the one before. Errors of the parser are answered by the
            // connection, which says what is wrong.
            withErrorHandling: false, withEncoderConfiguration: .init(), withDecoderLimitConfiguration: .page)
          try channel.pipeline.syncOperations.addHandler(
            PageConnection(desk: desk.value, patience: TimeAmount(limits.patience)))
        }
      }
      .bind(host: host, port: port).get()
    guard let address = listener.localAddress, let port = address.port, let ip = address.ipAddress else {
      throw ChannelError.unknownLocalAddress
    }
    let name = ip.contains(":") ? "[\(ip)]" : ip
    return InspectorPage(
      link: "http://\(name):\(port)/\(token)/", port: port, listener: listener, connections: connections, group: group)
  }
}

extension NIOHTTPDecoderLimitConfiguration {
  /// A browser sends the cookies of all servers on this machine.
  fileprivate static var page: Self {
    var limits = Self()
    limits.maxHeaderFieldSize = 32 * 1_024
    limits.maxHeaderListSize = 128 * 1_024
    limits.maxHeaderFieldCount = 128
    return limits
  }
}

/// The connections of a server, on its event loop: to be counted, and closed with it.
private final class Connections {
  private let loop: any EventLoop
  private let limit: Int
  private var open: [ObjectIdentifier: any Channel] = [:]
  private var isClosed = false

  init(on loop: any EventLoop, limit: Int) {
    (self.loop, self.limit) = (loop, limit)
  }

  /// Adds a connection, or closes it: one too many, or one that came while the server was closed.
  ///
  /// - Returns: Whether it was added.
  func add(_ channel: any Channel) -> Bool {
    guard !isClosed, open.count < limit else {
      channel.close(promise: nil)
      return false
    }
    let id = ObjectIdentifier(channel)
    open[id] = channel
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.open[id] = nil }
    return true
  }

  /// Closes all.
  ///
  /// - Returns: Succeeds when they are closed.
  func close() -> EventLoopFuture<Void> {
    isClosed = true
    let channels = Array(open.values)
    for channel in channels { channel.close(promise: nil) }
    return EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: loop)
  }
}
