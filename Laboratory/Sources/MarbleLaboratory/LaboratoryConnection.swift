internal import NIOCore
internal import NIOHTTP1

/// A client's connection: reads its requests, and writes an answer to each.
///
/// A client that is slow, be it with a request or with reading the answer, is disconnected: with an answer of its own
/// if a head has arrived, silently otherwise. A request that is no HTTP, or whose head is too long, is answered and
/// ends the connection, since where the next one begins is unknown. Pipelined requests wait until the socket has taken
/// the previous answer: a client that never reads costs one answer.
final class LaboratoryConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    /// No head has arrived since the last answer.
    case waiting
    case reading(HTTPRequestHead)
    /// The body is too long: it is read to its end and dropped, because a client reads no answer before it has sent
    /// all.
    case dropping(HTTPRequestHead, bytes: Int)
    case answering
    /// The socket has not taken the whole answer yet.
    case writing
    /// The last answer has been given.
    case over
  }

  /// More of a body is not even read to be dropped: the answer is given at once, and the connection closed.
  private static let mostDropped = 16 * 1_024 * 1_024

  private let handler = LaboratoryHandler()
  private let patience: TimeAmount
  private var phase = Phase.waiting
  private var body: [UInt8] = []
  private var deadline: Scheduled<Void>?

  init(patience: TimeAmount) {
    self.patience = patience
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
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let part), .reading(let head)):
      body += part.readableBytesView
      if body.count > LaboratoryHandler.longestBody { phase = .dropping(head, bytes: body.count) }
    case (.body(let part), .dropping(let head, let bytes)):
      phase = .dropping(head, bytes: bytes + part.readableBytes)
      if bytes > Self.mostDropped { answer(.tooLong, to: head, isLast: true, context) }
    case (.end, .reading(let head)): run(head, context)
    case (.end, .dropping(let head, _)): answer(.tooLong, to: head, context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    switch phase {
    case .answering, .writing, .over: context.close(promise: nil)
    case .waiting, .reading, .dropping:
      let refusal =
        error == .headerOverflow
        ? Refusal(.requestHeaderFieldsTooLarge, "The head of the request is too long.")
        : Refusal(.badRequest, "The request is not of the form of HTTP: \(error).")
      answer(refusal.answer, to: nil, isLast: true, context)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    phase = .reading(head)
    body = []
    if let length = head.headers.first(name: "Content-Length").flatMap(Int.init), length > Self.mostDropped {
      return answer(.tooLong, to: head, isLast: true, context)
    }
    if head.headers[canonicalForm: "Expect"].contains("100-continue") {
      let response = HTTPResponseHead(version: head.version, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    }
  }

  private func run(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    phase = .answering
    deadline?.cancel()
    let path = String(head.uri.prefix { $0 != "?" })
    if let refusal = head.originRefusal { return answer(refusal.answer, to: head, context) }
    context.eventLoop
      .makeFutureWithTask { [handler, body] in await handler.answer(head.method, path, body) }
      .assumeIsolated().whenSuccess { self.answer($0, to: head, context) }
  }

  private func answer(
    _ answer: Answer, to head: HTTPRequestHead?, isLast: Bool = false, _ context: ChannelHandlerContext
  ) {
    if case .over = phase { return }
    let isLast = isLast || head?.isKeepAlive != true
    phase = .writing
    var headers = answer.headers
    headers.add(name: "Content-Length", value: "\(answer.body.count)")
    if isLast { headers.add(name: "Connection", value: "close") }
    let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    let body = ByteBuffer(bytes: head?.method == .HEAD ? [] : answer.body)
    startDeadline(context)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body)))).assumeIsolated().whenComplete { _ in
      self.finishAnswer(isLast: isLast, context)
    }
  }

  /// The end of an answer has no bytes: it is what the next request waits for.
  private func finishAnswer(isLast: Bool, _ context: ChannelHandlerContext) {
    if case .over = phase { return }
    phase = isLast ? .over : .waiting
    let ended = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if isLast { ended.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
  }

  /// The next request must be complete when the time is over, and this answer read.
  private func startDeadline(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { self.giveUp(context) }
  }

  private func giveUp(_ context: ChannelHandlerContext) {
    switch phase {
    case .reading(let head), .dropping(let head, _):
      answer(Refusal(.requestTimeout, "The request did not come to its end.").answer, to: head, isLast: true, context)
    case .waiting, .writing, .over: context.close(promise: nil)
    case .answering: break
    }
  }
}
