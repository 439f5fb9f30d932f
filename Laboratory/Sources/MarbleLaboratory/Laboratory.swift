internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// A web server on the loopback interface: a page of marbles, and the operators that it runs in virtual time.
public final class Laboratory: Sendable {
  /// The failure to start.
  public struct StartError: Error, CustomStringConvertible {
    /// The reason, for display.
    public let description: String
  }

  /// The address of the page.
  public let address: String

  private let listener: any Channel
  private let connections: Connections

  private init(address: String, listener: any Channel, connections: Connections) {
    self.address = address
    self.listener = listener
    self.connections = connections
  }

  /// Starts the server, and returns when it listens.
  ///
  /// - Parameters:
  ///   - port: The port; any that is free, if it is 0.
  ///   - patience: How long a client may take for a whole request, and for reading the answer, before it is
  ///     disconnected.
  /// - Returns: The laboratory.
  /// - Throws: The reason, if it cannot listen.
  public static func start(port: UInt16 = 0, patience: Duration = .seconds(15)) async throws -> Laboratory {
    let connections = Connections()
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          connections.add(channel)
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            // Pipelined requests wait for the answer to the one before. Errors of the parser are answered by the
            // connection, which says what is wrong.
            withErrorHandling: false, withEncoderConfiguration: .init(), withDecoderLimitConfiguration: .laboratory)
          try channel.pipeline.syncOperations.addHandler(LaboratoryConnection(patience: TimeAmount(patience)))
        }
      }
      .bind(host: "127.0.0.1", port: Int(port)).get()
    guard let local = listener.localAddress, let host = local.ipAddress, let port = local.port else {
      throw StartError(description: "the server has no address")
    }
    return Laboratory(address: "http://\(host):\(port)/", listener: listener, connections: connections)
  }

  /// Stops listening, and returns when all connections are closed.
  public func stop() async {
    try? await listener.close().get()
    for connection in connections.close() { try? await connection.closeFuture.get() }
  }
}

extension NIOHTTPDecoderLimitConfiguration {
  /// A request line, or a line of the head, is no longer than this: a browser sends the cookies of all servers on this
  /// machine.
  fileprivate static var laboratory: Self {
    var limits = Self()
    limits.maxHeaderFieldSize = 32 * 1_024
    limits.maxHeaderListSize = 128 * 1_024
    limits.maxHeaderFieldCount = 128
    return limits
  }
}

/// The connections of a server, to be closed with it.
private final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: any Channel] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let isLate = state.withLock { state in
      state.open[id] = channel
      return state.isClosed
    }
    channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.open.removeValue(forKey: id) } }
    // Accepted while the server was stopped.
    if isLate { channel.close(promise: nil) }
  }

  func close() -> [any Channel] {
    let channels = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for channel in channels { channel.close(promise: nil) }
    return channels
  }
}
