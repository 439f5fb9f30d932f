internal import NIOCore
internal import StreamCore
internal import StreamsNIOParts

/// Accepts connections for a ``WebSocketServer``, and follows their handshakes.
// Sendable: what changes is used on the event loop of `inflow` alone. That need not be the listening channel's.
final class WebSocketAcceptor: InflowSource, @unchecked Sendable {
  /// How many handshakes may be under way.
  private static let maxHandshakes = 64

  let inflow: Inflow<WebSocketConnection, ChannelStreamError>
  private var channel: (any Channel)?
  private var handshakes = 0

  /// Whether the inflow waits because there are enough handshakes.
  private var isFull = false

  init(on eventLoop: any EventLoop) {
    // Nobody else would close a connection that was accepted and not delivered, or came after a cancel.
    inflow = Inflow("WebSocketServerConnections", on: eventLoop) { $0.channel.close(promise: nil) }
  }

  /// Begins with the listening channel. May be called on any thread.
  func begin(with channel: any Channel) {
    onEventLoop { [self] in
      self.channel = channel
      inflow.begin(with: self)
    }
  }

  func pull() {
    channel?.read()
  }

  func stop() {
    channel?.close(promise: nil)
  }

  /// A read of the listening channel is over. The handshake of what it has brought may begin on its event loop later
  /// than this: the limit may be passed by so many.
  func accepted() {
    onEventLoop { [self] in settle() }
  }

  func end(_ completion: Subscribers.Completion<ChannelStreamError>) {
    onEventLoop { [self] in
      inflow.end(completion)
      channel = nil
    }
  }

  /// Follows a handshake, which is given up after the timeout. It is called on the event loop of its channel.
  func handshake(
    of channel: any Channel, timeout: TimeAmount, _ upgraded: EventLoopFuture<WebSocketConnection?>
  ) {
    let alarm = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    onEventLoop { [self] in handshakes += 1 }
    let end: @Sendable (Result<WebSocketConnection?, any Error>) -> Void = { [self] result in
      alarm.cancel()
      onEventLoop { [self] in ended(result, of: channel) }
    }
    upgraded.whenComplete { result in
      // What is no handshake is counted, and has its time, until it is closed: the rest of the request may never come.
      if case .success(nil) = result { return channel.closeFuture.whenComplete { _ in end(result) } }
      end(result)
    }
  }

  private func ended(_ result: Result<WebSocketConnection?, any Error>, of channel: any Channel) {
    handshakes -= 1
    switch result {
    case .success(let connection?):
      inflow.offer(connection)
    case .success(nil): break
    case .failure: channel.close(promise: nil)
    }
    if isFull { settle() }
  }

  private func settle() {
    isFull = handshakes >= Self.maxHandshakes
    if !isFull { inflow.settle() }
  }

  private func onEventLoop(_ work: @escaping @Sendable () -> Void) {
    if inflow.eventLoop.inEventLoop { work() } else { inflow.eventLoop.execute(work) }
  }
}

/// The end of the listening channel's pipeline.
final class AcceptedHandler: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let acceptor: WebSocketAcceptor

  init(acceptor: WebSocketAcceptor) {
    self.acceptor = acceptor
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    acceptor.accepted()
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    acceptor.end(.finished)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    acceptor.end(.failure(ChannelStreamError(error)))
    context.close(promise: nil)
  }
}
