internal import NIOCore
internal import NIOWebSocket
internal import StreamCore
internal import StreamsNIOParts

/// Tells the handler that what was written is not the whole: its close then says so.
struct OutboundFailed: Sendable {}

/// The end of a WebSocket's pipeline: messages on the one side, frames on the other.
///
/// It reads when a message is asked for, as ``InboundHandler`` does; and, without demand, while it waits for the peer's
/// half of the close, dropping what it reads.
// Sendable: what changes is used on the event loop alone.
final class WebSocketHandler: ChannelDuplexHandler, InflowSource, @unchecked Sendable {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketMessage
  typealias OutboundOut = WebSocketFrame

  private enum Phase {
    case open

    /// A close frame was sent. What is read now is dropped, but for the peer's close.
    case closing(Scheduled<Void>)
    case closed
  }

  let inflow: Inflow<WebSocketMessage, WebSocketError>
  private let isServer: Bool
  private let configuration: WebSocketConfiguration
  private let eventLoop: any EventLoop
  private var context: ChannelHandlerContext?
  private var assembler: MessageAssembler
  private var phase = Phase.open

  /// Pings that were not answered: in the order sent.
  private var pings: [(content: ByteBuffer, promise: EventLoopPromise<Void>)] = []
  private var lastPing: UInt64 = 0

  /// The pong that waits for the channel to become writable. Only the newest is owed (RFC 6455, section 5.5.3): a peer
  /// that sends pings and reads no pongs fills no memory.
  private var owedPong: ByteBuffer?

  /// The next ping of the configuration's interval, or the end of the wait for what it should bring.
  private var keepAlive: Scheduled<Void>?

  /// Whether a read is under way, and whether one has brought something since the last ping.
  private var isReading = false
  private var hasRead = false

  /// Called when the connection has been closed.
  private var closePromises: [EventLoopPromise<Void>] = []

  /// The code of a close by the channel's own methods.
  private var ownCode = WebSocketErrorCode.normalClosure

  init(channel: any Channel, isServer: Bool, configuration: WebSocketConfiguration) {
    eventLoop = channel.eventLoop
    inflow = Inflow("WebSocketMessages", on: channel.eventLoop, readAhead: configuration.readAhead)
    self.isServer = isServer
    self.configuration = configuration
    assembler = MessageAssembler(isServer: isServer, maxMessageSize: configuration.maxMessageSize)
  }

  // MARK: The inflow's side

  func pull() {
    isReading = true
    context?.read()
  }

  func stop() {
    guard let context else { return }
    beginClose(.goingAway, reason: "", within: configuration.closeTimeout, context: context)
  }

  // MARK: Inbound

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    scheduleKeepAlive()
    inflow.begin(with: self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    ended(.failure(.lost))
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    ended(.failure(.lost))
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .closed = phase { return }
    do throws(WebSocketError) {
      switch try assembler.take(unwrapInboundIn(data)) {
      case .nothing: break
      case .message(let message):
        if case .open = phase { inflow.offer(message) }
      case .ping(let content): pong(content, context: context)
      case .pong(let content): answered(content)
      case .close(let close): peerClosed(close, context: context)
      }
    } catch {
      fail(error, context: context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    hasRead = true
    switch phase {
    case .open: inflow.settle()
    case .closing: context.read()
    case .closed: break
    }
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(WebSocketError(error, limit: configuration.maxFrameSize), context: context)
    context.fireErrorCaught(error)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let content = owedPong.take() { pong(content, context: context) }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Outbound

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .open = phase else {
      promise?.fail(WebSocketError.isClosed)
      return
    }
    var (opcode, rest): (WebSocketOpcode, ByteBuffer) =
      switch unwrapOutboundIn(data) {
      case .text(let text): (.text, ByteBuffer(string: text))
      case .binary(let content): (.binary, content)
      }
    while rest.readableBytes > configuration.outgoingFrameSize,
      let part = rest.readSlice(length: configuration.outgoingFrameSize)
    {
      context.write(wrapOutboundOut(frame(opcode, part, isLast: false)), promise: nil)
      opcode = .continuation
    }
    context.write(wrapOutboundOut(frame(opcode, rest)), promise: promise)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is OutboundFailed else { return context.triggerUserOutboundEvent(event, promise: promise) }
    ownCode = .unexpectedServerError
    promise?.succeed()
  }

  /// A close of the channel begins with the closing handshake.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode != .input, case .open = phase else { return context.close(mode: mode, promise: promise) }
    if let promise { closePromises.append(promise) }
    close(ownCode, reason: "")
  }

  private func frame(_ opcode: WebSocketOpcode, _ content: ByteBuffer, isLast: Bool = true) -> WebSocketFrame {
    WebSocketFrame(fin: isLast, opcode: opcode, maskKey: isServer ? nil : .random(), data: content)
  }

  // MARK: Pings

  /// Sends a ping. The promise fails if no pong comes in time.
  func ping(within timeout: TimeAmount, promise: EventLoopPromise<Void>) {
    guard case .open = phase, let context else { return promise.fail(WebSocketError.isClosed) }
    lastPing += 1
    let content = ByteBuffer(integer: lastPing)
    pings.append((content, promise))
    context.writeAndFlush(wrapOutboundOut(frame(.ping, content)), promise: nil)
    let alarm = eventLoop.scheduleTask(in: timeout) { [self] in
      guard let index = pings.firstIndex(where: { $0.content == content }) else { return }
      pings.remove(at: index).promise.fail(WebSocketError.timedOut)
    }
    promise.futureResult.whenComplete { _ in alarm.cancel() }
  }

  private func scheduleKeepAlive() {
    guard let interval = configuration.pingInterval else { return }
    keepAlive = eventLoop.scheduleTask(in: interval) { [self] in checkPeer() }
  }

  /// Sends a ping, and fails if nothing comes in time.
  private func checkPeer() {
    guard case .open = phase, let context else { return }
    // Without a read under way the pong would stay in the socket, and the peer be taken for gone.
    guard isReading else { return scheduleKeepAlive() }
    hasRead = false
    lastPing += 1
    context.writeAndFlush(wrapOutboundOut(frame(.ping, ByteBuffer(integer: lastPing))), promise: nil)
    keepAlive = eventLoop.scheduleTask(in: configuration.pongTimeout) { [self] in
      guard case .open = phase, let context = self.context else { return }
      if hasRead { scheduleKeepAlive() } else { fail(.timedOut, context: context) }
    }
  }

  private func pong(_ content: ByteBuffer, context: ChannelHandlerContext) {
    guard case .open = phase else { return }
    guard context.channel.isWritable else {
      owedPong = content
      return
    }
    context.writeAndFlush(wrapOutboundOut(frame(.pong, content)), promise: nil)
  }

  /// A pong answers the ping with its content, and those before it.
  private func answered(_ content: ByteBuffer) {
    guard let index = pings.firstIndex(where: { $0.content == content }) else { return }
    let answered = pings[...index]
    pings.removeFirst(index + 1)
    for ping in answered { ping.promise.succeed() }
  }

  // MARK: Closing

  /// Closes on this side: the stream finishes after the messages that were read.
  func close(_ code: WebSocketErrorCode, reason: String) {
    guard let context else { return }
    beginClose(code, reason: reason, within: configuration.closeTimeout, context: context)
    inflow.end(.finished)
  }

  /// Has `promise` succeed when the connection has been closed.
  func whenClosed(_ promise: EventLoopPromise<Void>) {
    if case .closed = phase { promise.succeed() } else { closePromises.append(promise) }
  }

  private func beginClose(
    _ code: WebSocketErrorCode, reason: String, within timeout: TimeAmount, context: ChannelHandlerContext
  ) {
    guard case .open = phase else { return }
    let alarm = eventLoop.scheduleTask(in: timeout) { [self] in closeConnection() }
    phase = .closing(alarm)
    sendClose(code, reason: reason, context: context)
    // The peer's close is read without demand. A second read under way does no harm.
    context.read()
  }

  private func sendClose(
    _ code: WebSocketErrorCode?, reason: String, context: ChannelHandlerContext, promise: EventLoopPromise<Void>? = nil
  ) {
    var content = ByteBuffer()
    if let code {
      content.write(webSocketErrorCode: code)
      content.writeString(reason)
    }
    context.writeAndFlush(wrapOutboundOut(frame(.connectionClose, content)), promise: promise)
  }

  private func peerClosed(_ close: WebSocketClose, context: ChannelHandlerContext) {
    switch phase {
    case .open:
      inflow.end(close.isRegular ? .finished : .failure(.closed(close)))
      // The server closes the connection (RFC 6455, section 7.1.1); a client waits for that.
      let alarm = eventLoop.scheduleTask(in: configuration.closeTimeout) { [self] in closeConnection() }
      phase = .closing(alarm)
      let sent = eventLoop.makePromise(of: Void.self)
      sendClose(close.code, reason: "", context: context, promise: sent)
      if isServer { sent.futureResult.whenComplete { [self] _ in closeConnection() } }
    case .closing(let alarm):
      guard isServer else { break }
      alarm.cancel()
      closeConnection()
    case .closed: break
    }
  }

  /// Fails the stream, and tells the peer why. The connection lingers for up to a second: to close it with bytes unread
  /// would reset it, and the peer might lose the reason.
  private func fail(_ error: WebSocketError, context: ChannelHandlerContext) {
    guard case .open = phase else { return }
    if let code = error.code {
      beginClose(code, reason: "", within: min(.seconds(1), configuration.closeTimeout), context: context)
      inflow.end(.failure(error))
    } else {
      ended(.failure(error))
      context.close(promise: nil)
    }
  }

  private func closeConnection() {
    guard let context else { return }
    context.close(promise: nil)
  }

  /// The connection has ended; if the stream has not, it ends as said.
  private func ended(_ completion: Subscribers.Completion<WebSocketError>) {
    if case .closed = phase { return }
    if case .closing(let alarm) = phase { alarm.cancel() }
    phase = .closed
    owedPong = nil
    keepAlive.take()?.cancel()
    let pings = pings
    self.pings = []
    let promises = closePromises
    closePromises = []
    inflow.end(completion)
    for ping in pings { ping.promise.fail(WebSocketError.isClosed) }
    for promise in promises { promise.succeed() }
  }
}
