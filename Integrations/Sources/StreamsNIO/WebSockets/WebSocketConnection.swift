public import NIOCore
public import NIOHTTP1
public import NIOWebSocket
public import StreamCore
internal import StreamsNIOParts

/// An open WebSocket: a stream of messages in each direction.
///
///     let socket = try await WebSocketConnection.connect(host: "localhost", port: 8080, path: "/chat")
///     let printing = socket.messages.sink { … } receiveValue: { print($0) }
///     try await socket.send(.text("hello"))
///     await socket.close()
///
/// Pings of the peer are answered as long as messages are asked for: see ``WebSocketConfiguration/readAhead``. All
/// methods may be called on any thread.
public final class WebSocketConnection: Sendable {
  /// The channel, whose messages are ``WebSocketMessage``. To close it begins with the closing handshake.
  public let channel: any Channel

  /// The head of the handshake's request, on a server; `nil` on a client.
  public let request: HTTPRequestHead?

  /// The head of the handshake's response, on a client; `nil` on a server.
  public let response: HTTPResponseHead?

  private let handler: WebSocketHandler

  /// Makes a WebSocket of a channel that has been upgraded: by an upgrader of NIO's in a server of your own, which has
  /// put its encoder and decoder of frames into the pipeline. Call it on the channel's event loop.
  ///
  /// - Parameters:
  ///   - channel: The channel, after the upgrade. The upgrader's automatic handling of errors must be off: the
  ///     connection does that.
  ///   - isServer: Whether this side is the server, which sends without masks.
  ///   - request: The head of the handshake's request.
  ///   - response: The head of the handshake's response.
  ///   - configuration: The limits. That of a frame is the upgrader's.
  /// - Throws: NIO's error, if the channel is closed.
  public init(
    upgraded channel: any Channel, isServer: Bool, request: HTTPRequestHead? = nil, response: HTTPResponseHead? = nil,
    configuration: WebSocketConfiguration = WebSocketConfiguration()
  ) throws {
    configuration.check()
    self.channel = channel
    self.request = request
    self.response = response
    handler = WebSocketHandler(channel: channel, isServer: isServer, configuration: configuration)
    try channel.syncOptions?.setOption(.autoRead, value: false)
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  /// The received messages, for one subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---m-----m--m--|
  ///
  /// - **Demand**: the socket is read when a message is requested and none is left of the last read, or fewer are left
  ///   than ``WebSocketConfiguration/readAhead``. Without demand, pings are not answered, and a close is not noticed.
  /// - **Completion**: finishes when the peer has closed normally, as going away or without a code, or this side has,
  ///   after the messages that were read.
  /// - **Failure**: a ``WebSocketError``, after the messages before it; ``WebSocketError/lost`` if the connection ends
  ///   without a close.
  /// - **Threads**: delivers on the channel's event loop. Cancelling may be done on any thread: it closes as going
  ///   away, and waits up to ``WebSocketConfiguration/closeTimeout`` for the peer's half of the close.
  public var messages: WebSocketMessages { WebSocketMessages(handler: handler) }

  /// Sends a message, and waits until the network has taken it.
  ///
  /// - Parameter message: The message.
  /// - Throws: ``WebSocketError/isClosed`` after a close of either side; ``WebSocketError/connection(_:)`` if the
  ///   connection broke. Cancelling the awaiting task has no effect.
  public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
    try await outcome { channel.writeAndFlush(message) }
  }

  /// Sends a ping, and waits for the pong, which is read only if messages are asked for.
  ///
  /// - Parameter timeout: The longest wait; 10 seconds by default.
  /// - Throws: ``WebSocketError/timedOut`` without a pong in time; ``WebSocketError/isClosed`` after a close of either
  ///   side. Cancelling the awaiting task has no effect.
  public func ping(timeout: TimeAmount = .seconds(10)) async throws(WebSocketError) {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    let handler = handler
    channel.eventLoop.execute { handler.ping(within: timeout, promise: promise) }
    try await outcome { promise.futureResult }
  }

  /// Closes: sends a close, and waits until the peer has answered and the connection is closed, or
  /// ``WebSocketConfiguration/closeTimeout`` has passed. The stream of messages finishes. Does nothing after a close of
  /// either side but wait.
  ///
  /// - Parameters:
  ///   - code: The code; a normal close by default.
  ///   - reason: The reason, of at most 123 bytes of UTF-8; a longer one traps.
  public func close(code: WebSocketErrorCode = .normalClosure, reason: String = "") async {
    precondition(reason.utf8.count <= 123, "The reason of a close has at most 123 bytes (rule 9).")
    let promise = channel.eventLoop.makePromise(of: Void.self)
    let handler = handler
    channel.eventLoop.execute {
      handler.whenClosed(promise)
      handler.close(code, reason: reason)
    }
    try? await promise.futureResult.get()
  }

  private func outcome(_ begin: () -> EventLoopFuture<Void>) async throws(WebSocketError) {
    do {
      try await begin().get()
    } catch let error as WebSocketError {
      throw error
    } catch {
      throw .connection(error)
    }
  }
}

/// The publisher of a WebSocket's messages: see ``WebSocketConnection/messages``.
public struct WebSocketMessages: Publisher, Sendable {
  /// A complete message.
  public typealias Output = WebSocketMessage

  /// Why the stream has failed.
  public typealias Failure = WebSocketError

  let handler: WebSocketHandler

  /// Attaches `subscriber`; a second one fails.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketMessage, S.Failure == WebSocketError {
    handler.inflow.attach(subscriber, orFailWith: .alreadySubscribed)
  }
}

extension Publisher where Output == WebSocketMessage {
  /// Sends messages over a WebSocket, no faster than the network takes them.
  ///
  ///     upstream      --m--m--------m--|
  ///     sent          ---m--m--------m
  ///     send(over: socket)
  ///
  /// - **Demand**: `window` messages at first, and one more for each that the network has taken, as long as the channel
  ///   is writable.
  /// - **Completion**: when everything is sent, it closes normally, unless `closes` is false; then `receiveCompletion`
  ///   is called with `.finished`.
  /// - **Failure**: upstream's closes with code 1011, unless `closes` is false, and is passed to `receiveCompletion`.
  ///   If the WebSocket ends before, upstream is cancelled, and the failure is a ``ChannelStreamError``.
  /// - **Threads**: sends on the channel's event loop, and asks for more there. Cancelling may be done on any thread,
  ///   and leaves the WebSocket open.
  ///
  /// - Parameters:
  ///   - socket: The WebSocket.
  ///   - window: How many messages may have been asked for and not been sent, at least 1.
  ///   - closes: Whether the end of the messages closes the WebSocket.
  ///   - receiveCompletion: Called once, at the end; not after a cancel.
  /// - Returns: A handle that cancels the sending when it is cancelled or released.
  @preconcurrency
  @_disfavoredOverload
  public func send(
    over socket: WebSocketConnection, window: Int = 16, closes: Bool = true,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void = { _ in }
  ) -> AnyCancellable {
    write(
      to: socket.channel, window: window, atEnd: closes ? .closes : .leavesOpen, receiveCompletion: receiveCompletion)
  }
}
