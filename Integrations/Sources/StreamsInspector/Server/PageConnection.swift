internal import NIOCore
internal import NIOHTTP1

/// A client's connection: reads its requests, and writes an answer to each.
///
/// A client that is slow, be it with a request or with reading the answer, is disconnected: with an answer of its own
/// if a head has arrived, silently otherwise. A request that is no HTTP, or whose head is too long, is answered and
/// ends the connection, since where the next one begins is unknown. Pipelined requests wait until the socket has taken
/// the previous answer: a client that never reads costs one answer.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    /// No head has arrived since the last answer.
    case waiting
    /// A body is dropped: no request needs one.
    case reading(HTTPRequestHead, bytes: Int)
    /// The socket has not taken the whole answer yet.
    case writing
    /// The last answer has been given.
    case over
  }

  /// After this much of a body the answer is given at once, and the connection closed.
  private static let mostDropped = 65_536

  private let desk: PageDesk
  private let patience: TimeAmount
  private var phase = Phase.waiting
  private var deadline: Scheduled<Void>?

  init(desk: PageDesk, patience: TimeAmount) {
    (self.desk, self.patience) = (desk, patience)
  }

  func channelActive(context: ChannelHandlerContext) {
    startDeadline(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .over
    deadline?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .waiting): phase = .reading(head, bytes: 0)
    case (.body(let part), .reading(let head, let bytes)):
      let bytes = bytes + part.readableBytes
      phase = .reading(head, bytes: bytes)
      if bytes > Self.mostDropped {
        write(Refusal(.payloadTooLarge, "A request has no body.").answer, isLast: true, context)
      }
    case (.end, .reading(let head, _)): write(desk.answer(head), isLast: !head.isKeepAlive, context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    switch phase {
    case .writing, .over: context.close(promise: nil)
    case .waiting, .reading:
      let refusal =
        error == .headerOverflow
        ? Refusal(.requestHeaderFieldsTooLarge, "The head of the request is too long.")
        : Refusal(.badRequest, "The request is not of the form of HTTP.")
      write(refusal.answer, isLast: true, context)
    }
  }

  private func write(_ answer: PageAnswer, isLast: Bool, _ context: ChannelHandlerContext) {
    phase = .writing
    var headers = answer.headers
    headers.add(name: "Content-Length", value: "\(answer.body.count)")
    if isLast { headers.add(name: "Connection", value: "close") }
    let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
    startDeadline(context)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))).assumeIsolated()
      .whenComplete { _ in self.finish(isLast: isLast, context) }
  }

  /// The end of an answer has no bytes: it is what the next request waits for.
  private func finish(isLast: Bool, _ context: ChannelHandlerContext) {
    if case .over = phase { return }
    phase = isLast ? .over : .waiting
    let ended = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if isLast { ended.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
  }

  /// The next request must be complete when the time is over, and this answer taken.
  private func startDeadline(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { self.giveUp(context) }
  }

  private func giveUp(_ context: ChannelHandlerContext) {
    guard case .reading = phase else { return context.close(promise: nil) }
    write(Refusal(.requestTimeout, "The request did not come to its end.").answer, isLast: true, context)
  }
}
