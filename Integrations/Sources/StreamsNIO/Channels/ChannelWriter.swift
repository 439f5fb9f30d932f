public import NIOCore
public import StreamCore
internal import StreamsNIOParts

/// What happens to a channel when the publisher that was written to it has finished.
public enum ChannelEnd: Sendable {
  /// Everything is closed.
  case closes

  /// The output is closed: the peer sees the end, and may go on sending. The channel needs the option
  /// `allowRemoteHalfClosure` to notice the peer's end in its turn.
  case closesOutput

  /// It is left open, for more to be written.
  case leavesOpen
}

extension Publisher where Output: Sendable {
  /// Writes elements to a channel, no faster than the channel takes them.
  ///
  ///     upstream      --m--m--------m--|
  ///     written       ---m--m--------m
  ///     write(to: channel) { … }
  ///
  /// - **Demand**: `window` elements at first, and one more for each that has been written, as long as the channel is
  ///   writable: while it is not, nothing is asked for until it becomes so. So the elements in memory are those below
  ///   the channel's write buffer's high watermark, and at most `window` more.
  /// - **Completion**: when everything is written, the channel is left or closed as `atEnd` says; then
  ///   `receiveCompletion` is called with `.finished`.
  /// - **Failure**: upstream's is passed to `receiveCompletion` when the elements before it are written, and the
  ///   channel is closed, unless `atEnd` leaves it open: a peer must not take what it got for the whole. A failed
  ///   write, or the channel's close, cancels upstream and is a ``ChannelStreamError``.
  /// - **Threads**: writes and `receiveCompletion` run on the channel's event loop; it asks for more there. Cancelling
  ///   may be done on any thread: it cancels upstream, drops what has not been written, and leaves the channel open.
  ///
  /// - Parameters:
  ///   - channel: The channel. Its first outbound handler takes the elements; without one, they are buffers of bytes.
  ///   - window: How many elements may have been asked for and not been written, at least 1.
  ///   - atEnd: What happens to the channel at the end.
  ///   - receiveCompletion: Called once, at the end; not after a cancel.
  /// - Returns: A handle that cancels the writing when it is cancelled or released.
  /// - Complexity: O(`window`) memory, beyond the channel's own.
  @preconcurrency
  @_disfavoredOverload
  public func write(
    to channel: any Channel, window: Int = 16, atEnd: ChannelEnd = .closesOutput,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void = { _ in }
  ) -> AnyCancellable {
    let handler = OutboundHandler<Output, Failure>(channel: channel, atEnd: atEnd, receiveCompletion: receiveCompletion)
    let writer = Outflow<OutboundHandler<Output, Failure>, Failure>(
      "ChannelWriter", window: window, target: handler, on: channel.eventLoop)
    // Before it subscribes, so that the handler is in place when the first element is written.
    if channel.eventLoop.inEventLoop {
      handler.begin(with: writer)
    } else {
      channel.eventLoop.execute { handler.begin(with: writer) }
    }
    subscribe(writer)
    return AnyCancellable(writer)
  }
}

/// Writes, and listens for the channel becoming writable: at the end of the pipeline.
// Sendable: what changes is used on the event loop alone.
private final class OutboundHandler<Message: Sendable, Failure: Error>: ChannelInboundHandler, RemovableChannelHandler,
  OutflowTarget, @unchecked Sendable
{
  typealias InboundIn = Any
  typealias Element = Message

  private let channel: any Channel
  private let atEnd: ChannelEnd
  private var receiveCompletion: (@Sendable (Subscribers.Completion<any Error>) -> Void)?
  private var writer: Outflow<OutboundHandler, Failure>?

  /// The system's error, which tells more than the close that follows it.
  private var systemError: IOError?

  init(
    channel: any Channel, atEnd: ChannelEnd,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void
  ) {
    self.channel = channel
    self.atEnd = atEnd
    self.receiveCompletion = receiveCompletion
  }

  func begin(with writer: Outflow<OutboundHandler, Failure>) {
    self.writer = writer
    do {
      try channel.pipeline.syncOperations.addHandler(self)
    } catch {
      writer.targetFailed(error)
    }
  }

  // MARK: The writer's side

  var isWritable: Bool { channel.isWritable }

  func write(_ element: Message) -> EventLoopFuture<Void> { channel.write(element) }

  func flush() { channel.flush() }

  func end(_ ending: OutflowEnding) {
    writer = nil
    channel.pipeline.syncOperations.removeHandler(self, promise: nil)
    guard let report = receiveCompletion.take() else { return }
    switch ending {
    case .cancelled: break
    case .finished: close(atEnd) { report(.finished) }
    case .upstream(let error):
      // A WebSocket's handler says so in its close; others know no such event, which does no harm.
      if atEnd != .leavesOpen { channel.triggerUserOutboundEvent(OutboundFailed(), promise: nil) }
      close(atEnd == .leavesOpen ? .leavesOpen : .closes) { report(.failure(error)) }
    case .write(let error):
      close(atEnd == .leavesOpen ? .leavesOpen : .closes) { report(.failure(ChannelStreamError(error))) }
    }
  }

  /// Closes what is to be closed; that it was closed already is no fault. It is done after the read that NIO may be in
  /// the middle of.
  private func close(_ end: ChannelEnd, then report: @escaping @Sendable () -> Void) {
    let channel = channel
    switch end {
    case .leavesOpen: report()
    case .closes: channel.eventLoop.execute { channel.close().whenComplete { _ in report() } }
    case .closesOutput:
      channel.eventLoop.execute {
        channel.close(mode: .output).whenComplete { result in
          if case .failure(ChannelError.operationUnsupported) = result {
            // Some channels know no half of a connection: those with a TLS handler, for one.
            channel.close().whenComplete { _ in report() }
          } else {
            report()
          }
        }
      }
    }
  }

  // MARK: The channel's side

  /// A closed channel removes its handlers. It may have told of its close before this one was added.
  func handlerRemoved(context: ChannelHandlerContext) {
    writer?.targetFailed(systemError ?? ChannelError.ioOnClosedChannel)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if channel.isWritable { writer?.becameWritable() }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    writer?.targetFailed(systemError ?? ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? IOError { systemError = error }
    context.fireErrorCaught(error)
  }
}
