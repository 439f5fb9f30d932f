public import NIOCore
public import StreamCore
internal import StreamsNIOParts

extension Channel {
  /// Makes the channel's inbound a publisher, which reads from the socket only what is asked for.
  ///
  ///     request       --!-----!!---!
  ///     socket        --r-----r----r
  ///     downstream    ---m-----m-m--m--|
  ///
  /// Call it on the channel's event loop, in an initializer of a bootstrap, when the decoders are in the pipeline: it
  /// adds a handler at the end, and switches `autoRead` off.
  ///
  ///     let inbound = try await ClientBootstrap(group: group).connect(host: "localhost", port: 8080) { channel in
  ///       channel.eventLoop.makeCompletedFuture { try channel.inboundPublisher(of: ByteBuffer.self) }
  ///     }
  ///
  /// - **Demand**: the channel reads when a message is requested and none is left of the last read; one read may bring
  ///   several messages, which wait for demand. See ``ChannelInbound``.
  /// - **Completion**: finishes when the channel is closed, or the peer has closed its output.
  /// - **Failure**: a ``ChannelStreamError``, after the messages before it.
  /// - **Threads**: delivers on the channel's event loop.
  ///
  /// - Parameters:
  ///   - message: The type of the messages at the end of the pipeline. A message of another type traps.
  ///   - closes: Whether the channel is closed when the subscription is cancelled, or the stream fails.
  /// - Returns: The publisher, for one subscriber.
  /// - Throws: NIO's error, if the handler cannot be added or the option cannot be set: the channel is closed, for one.
  @_disfavoredOverload
  public func inboundPublisher<Message: Sendable>(
    of message: Message.Type = ByteBuffer.self, closes: Bool = true
  ) throws -> ChannelInbound<Message> {
    let handler = InboundHandler<Message>(channel: self, closes: closes)
    try syncOptions?.setOption(.autoRead, value: false)
    try pipeline.syncOperations.addHandler(handler)
    return ChannelInbound(channel: self, handler: handler)
  }
}

/// A publisher of what arrives on a channel, which reads only what is asked for.
///
/// When the peer has closed the connection, NIO reads what the kernel has buffered, demand or not; it waits in memory,
/// and is at most the socket's receive buffer.
///
/// - **Demand**: the channel reads when a message is requested and none is left of the last read: one `read()` at a
///   time. A read brings at most `ChannelOptions.maxMessagesPerRead` buffers, and what decoders make of them; these
///   wait for demand, and nothing is read until the last has been taken.
/// - **Completion**: finishes when the channel is closed, or the peer has closed its output and the option
///   `allowRemoteHalfClosure` is set; it needs no demand, and comes after the messages.
/// - **Failure**: a ``ChannelStreamError``, after the messages before it. A second subscriber fails with
///   ``ChannelStreamError/alreadySubscribed``.
/// - **Threads**: delivers on the channel's event loop. Cancelling may be done on any thread, and closes the channel,
///   unless it was made with `closes: false`.
/// - Complexity: O(*n*) memory, where *n* is what one read brings.
public struct ChannelInbound<Message: Sendable>: Publisher, Sendable {
  /// A message: what the last decoder of the pipeline makes, or a buffer of bytes.
  public typealias Output = Message

  /// Why the stream has failed.
  public typealias Failure = ChannelStreamError

  /// The channel.
  public let channel: any Channel

  private let handler: InboundHandler<Message>

  init(channel: any Channel, handler: InboundHandler<Message>) {
    self.channel = channel
    self.handler = handler
  }

  /// Attaches `subscriber`; a second one fails.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Message, S.Failure == ChannelStreamError {
    handler.inflow.attach(subscriber, orFailWith: .alreadySubscribed)
  }
}

/// The end of a pipeline: reads by demand.
// Sendable: `context` is used on the event loop alone; the rest does not change.
final class InboundHandler<Message: Sendable>: ChannelInboundHandler, InflowSource, @unchecked Sendable {
  typealias InboundIn = Message
  typealias InboundOut = Message

  let inflow: Inflow<Message, ChannelStreamError>
  private let closes: Bool
  private var context: ChannelHandlerContext?

  /// Whether NIO is in the middle of a read. To close there trips NIO up if an end follows and half of the connection
  /// may be closed: so that waits for the end of the read.
  private var isReading = false
  private var closesAfterRead = false

  init(channel: any Channel, closes: Bool) {
    inflow = Inflow("ChannelInbound", on: channel.eventLoop)
    self.closes = closes
  }

  // MARK: The inflow's side

  func pull() {
    context?.read()
  }

  func stop() {
    guard closes else { return }
    if isReading { closesAfterRead = true } else { context?.close(promise: nil) }
  }

  // MARK: The channel's side

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    inflow.begin(with: self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    inflow.end(.finished)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isReading = true
    inflow.offer(unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    if closesAfterRead { context.close(promise: nil) }
    inflow.settle()
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    inflow.end(.finished)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The output is open, and so is the socket: until the channel is closed, and this handler removed.
    if event as? ChannelEvent == .inputClosed { inflow.end(.finished, stillStops: true) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    inflow.end(.failure(ChannelStreamError(error)))
    context.fireErrorCaught(error)
    stop()
  }
}
