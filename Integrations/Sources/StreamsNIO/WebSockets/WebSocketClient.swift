internal import NIOConcurrencyHelpers
public import NIOCore
public import NIOHTTP1
public import NIOPosix
internal import NIOWebSocket

extension WebSocketConnection {
  /// Connects to a server's WebSocket.
  ///
  /// The socket is read only as messages are asked for, from the first byte after the handshake.
  ///
  /// - Parameters:
  ///   - host: The server's name or address.
  ///   - port: The server's port, from 1 to 65,535.
  ///   - path: The path and the query, beginning with a slash.
  ///   - headers: Fields of the handshake's request, beyond those of the protocol. `Sec-WebSocket-Protocol` offers
  ///     sub-protocols: the server's choice is in ``response``.
  ///   - group: The event loops to connect on.
  ///   - configuration: The limits.
  ///   - transport: Called on the event loop before the handshake, to put handlers into the pipeline: that of NIOSSL,
  ///     for `wss`.
  /// - Returns: The connection.
  /// - Throws: ``WebSocketError/refused(_:)`` if the server does not upgrade; ``WebSocketError/timedOut``;
  ///   ``WebSocketError/connection(_:)`` otherwise, with a `CancellationError` if the task is cancelled, which closes
  ///   the connection.
  public static func connect(
    host: String, port: Int, path: String = "/", headers: HTTPHeaders = [:],
    on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    configuration: WebSocketConfiguration = WebSocketConfiguration(),
    transport: @escaping @Sendable (any Channel) throws -> Void = { _ in }
  ) async throws(WebSocketError) -> WebSocketConnection {
    configuration.check()
    let attempt = WebSocketAttempt()
    do {
      return try await withTaskCancellationHandler {
        let outcome = try await ClientBootstrap(group: group)
          .connectTimeout(configuration.handshakeTimeout)
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .connect(host: host, port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
              try attempt.begin(channel, timeout: configuration.handshakeTimeout)
              try transport(channel)
              return try upgrade(
                channel, to: path, headers: headers.adding(host: host, port: port), configuration: configuration)
            }
          }
        switch try await outcome.get() {
        case .upgraded(let connection):
          attempt.end()
          return connection
        case .refused(let status):
          let status = try await status.get()
          attempt.end(closing: true)
          throw WebSocketError.refused(status)
        }
      } onCancel: {
        attempt.cancel()
      }
    } catch {
      throw attempt.failure(error)
    }
  }

  /// What a server has made of the handshake.
  private enum Outcome: Sendable {
    case upgraded(WebSocketConnection)
    case refused(EventLoopFuture<HTTPResponseStatus>)
  }

  private static func upgrade(
    _ channel: any Channel, to path: String, headers: HTTPHeaders, configuration: WebSocketConfiguration
  ) throws -> EventLoopFuture<Outcome> {
    let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(
      maxFrameSize: configuration.maxFrameSize, enableAutomaticErrorHandling: false
    ) { channel, response in
      channel.eventLoop.makeCompletedFuture {
        .upgraded(
          try WebSocketConnection(
            upgraded: channel, isServer: false, response: response, configuration: configuration))
      }
    }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(
      upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration<Outcome>(
        upgradeRequestHead: head, upgraders: [upgrader]
      ) { channel in
        channel.eventLoop.makeCompletedFuture {
          let reader = ResponseStatusReader(on: channel.eventLoop)
          try channel.pipeline.syncOperations.addHandler(reader)
          return .refused(reader.status.futureResult)
        }
      })
    // A server may send its first messages in one piece with its response.
    pipeline.leftOverBytesStrategy = .forwardBytes
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
  }
}

extension HTTPHeaders {
  fileprivate func adding(host: String, port: Int) -> HTTPHeaders {
    var headers = self
    if !headers.contains(name: "Host") {
      headers.add(name: "Host", value: (host.contains(":") ? "[\(host)]" : host) + (port == 80 ? "" : ":\(port)"))
    }
    return headers
  }
}

/// Reads the status of a response that is no upgrade.
private final class ResponseStatusReader: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  let status: EventLoopPromise<HTTPResponseStatus>

  init(on eventLoop: any EventLoop) {
    status = eventLoop.makePromise()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) { status.succeed(head.status) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    status.fail(WebSocketError.lost)
  }
}

/// A handshake under way, which a timeout or a cancel ends by closing the channel.
private final class WebSocketAttempt: Sendable {
  private struct State {
    var channel: (any Channel)?
    var alarm: Scheduled<Void>?
    var cause: WebSocketError?
  }

  private let state = NIOLockedValueBox(State())

  func begin(_ channel: any Channel, timeout: TimeAmount) throws {
    let alarm = channel.eventLoop.scheduleTask(in: timeout) { [self] in abort(.timedOut) }
    let cause = state.withLockedValue { state in
      state.channel = channel
      state.alarm = alarm
      return state.cause
    }
    if let cause { throw cause }
  }

  func cancel() {
    abort(.connection(CancellationError()))
  }

  private func abort(_ cause: WebSocketError) {
    let channel = state.withLockedValue { state in
      if state.cause == nil { state.cause = cause }
      return state.channel
    }
    channel?.close(promise: nil)
  }

  /// Ends the handshake, which has succeeded or was refused.
  func end(closing: Bool = false) {
    let (channel, alarm) = state.withLockedValue { state in
      (state.channel.take(), state.alarm.take())
    }
    alarm?.cancel()
    if closing { channel?.close(promise: nil) }
  }

  /// The failure of the handshake that has ended by `error`; the channel is closed.
  func failure(_ error: any Error) -> WebSocketError {
    end(closing: true)
    if let cause = state.withLockedValue({ $0.cause }) { return cause }
    switch error {
    case let error as WebSocketError: return error
    case ChannelError.connectTimeout: return .timedOut
    default: return .connection(error)
    }
  }
}
