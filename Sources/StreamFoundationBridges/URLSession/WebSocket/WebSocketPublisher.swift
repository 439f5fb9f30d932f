public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Connects to a WebSocket, once for each subscriber; what it receives are values, and it can be sent to.
  ///
  ///     downstream    --m-----m--m--|
  ///     send          -----m------
  ///
  ///     let socket = session.webSocketPublisher(for: url)
  ///     let messages = socket.sink { … } receiveValue: { … }
  ///     try await socket.send(.string("hello"))
  ///
  /// - Parameters:
  ///   - url: Where to connect: its scheme is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first.
  /// - Returns: A publisher of the messages, by which to send as well; see `Publishers.WebSocketPublisher`.
  @_disfavoredOverload
  public func webSocketPublisher(for url: URL, protocols: [String] = []) -> Publishers.WebSocketPublisher {
    webSocketPublisher(for: URLRequest(url: url), protocols: protocols)
  }

  /// Connects to a WebSocket by a request, once for each subscriber; what it receives are values, and it can be sent
  /// to.
  ///
  ///     downstream    --m-----m--m--|
  ///     send          -----m------
  ///
  /// - Parameters:
  ///   - request: What to send for the handshake: the scheme of its URL is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first. None leaves the request's own field.
  /// - Returns: A publisher of the messages, by which to send as well; see `Publishers.WebSocketPublisher`.
  @_disfavoredOverload
  public func webSocketPublisher(for request: URLRequest, protocols: [String] = []) -> Publishers.WebSocketPublisher {
    Publishers.WebSocketPublisher(request: request, protocols: protocols, session: self)
  }
}

/// A publisher that opens a WebSocket for each subscriber, delivers what comes, and sends what it is told to.
///
/// It connects when the first message is asked for, or the first one sent. What is sent goes over the connection of
/// each subscription there is: of one, as a rule. Cancelling a subscription closes its connection, as
/// `URLSessionWebSocketTask.CloseCode.goingAway`; on Linux, that is done on the session's delegate queue, in its turn. It
/// does not hold on to its subscriptions.
///
/// Where the platform's libcurl has no WebSockets, on Linux, a stream fails with `URLError.unsupportedURL`.
///
/// - **Demand**: one message is received for each one asked for, and none before; Foundation may read ahead. Without
///   demand there is no news of the connection's end either.
/// - **Completion**: finishes after ``close(code:reason:)``, or when the server has closed normally, as going away,
///   or without a code.
/// - **Failure**: the `URLError` of a connection that could not be made, or was lost; for a close of another kind it
///   is `URLError.networkConnectionLost`, whose `webSocketClosure` has the code; `URLError.unsupportedURL`, if the
///   scheme is not that of a WebSocket.
/// - **Threads**: signals come where the session calls back: on its delegate queue, but for the end by
///   ``close(code:reason:)``, which may come on the caller's thread. All methods may be called on any thread.
public final class URLSessionWebSocketPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A message received.
  public typealias Output = WebSocketMessage

  /// The failure of the connection; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  private let links = WebSocketLinks()
  private let makeTask: @Sendable () -> any WebSocketTask

  /// Creates a publisher of a WebSocket's messages.
  ///
  /// - Parameters:
  ///   - request: What to send for the handshake: the scheme of its URL is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first. None leaves the request's own field.
  ///   - session: Runs the tasks. It must not have been invalidated when a subscriber asks for a message.
  public convenience init(request: URLRequest, protocols: [String] = [], session: URLSession) {
    var request = request
    if !protocols.isEmpty {
      request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
    }
    let handshake = request
    self.init {
      guard ["ws", "wss"].contains(handshake.url?.scheme?.lowercased()) else {
        return RefusedWebSocketTask(queue: session.delegateQueue)
      }
      return SessionWebSocketTask(
        task: session.webSocketTask(with: handshake), delegateQueue: session.delegateQueue)
    }
  }

  package init(makeTask: @escaping @Sendable () -> any WebSocketTask) {
    self.makeTask = makeTask
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketMessage, S.Failure == URLError {
    let subscription = WebSocketSubscription(downstream: subscriber, links: links, makeTask: makeTask)
    subscriber.receive(subscription: subscription)
    subscription.attached()
  }
}

extension PublisherNames {
  /// ``URLSessionWebSocketPublisher``, under a short name that a client's own type overrides.
  public typealias WebSocketPublisher = URLSessionWebSocketPublisher
}

extension URLSessionWebSocketPublisher {
  /// Sends a message over the connection of each subscription, which is made first if need be.
  ///
  /// - Parameters:
  ///   - message: What to send.
  ///   - completionHandler: Learns, once and on any thread, whether the message has been handed to the network: by all
  ///     connections, or why one could not. With no subscription, or after a close, that is
  ///     `URLError.networkConnectionLost`; a message still on its way when its subscription is cancelled has
  ///     `URLError.cancelled`.
  public func send(
    _ message: WebSocketMessage, completionHandler: @escaping @Sendable (Result<Void, URLError>) -> Void
  ) {
    links.perform(.message(message)) { completionHandler($0.map { .failure($0) } ?? .success(())) }
  }

  /// Sends a message over the connection of each subscription, which is made first if need be, and waits until the
  /// network has it.
  ///
  /// - Parameter message: What to send.
  /// - Throws: Why a connection could not send it. With no subscription, or after a close, that is
  ///   `URLError.networkConnectionLost`; if its subscription is cancelled meanwhile, `URLError.cancelled`. Cancelling
  ///   the Swift task that waits changes nothing.
  public func send(_ message: WebSocketMessage) async throws(URLError) {
    try await withCheckedContinuation { continuation in
      send(message) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Sends a ping over the connection of each subscription, which is made first if need be.
  ///
  /// - Parameter pongReceiveHandler: Learns, once and on any thread, that all servers have answered, or why one has
  ///   not; the errors are those of `send(_:completionHandler:)`.
  public func sendPing(pongReceiveHandler: @escaping @Sendable (Result<Void, URLError>) -> Void) {
    links.perform(.ping) { pongReceiveHandler($0.map { .failure($0) } ?? .success(())) }
  }

  /// Sends a ping over the connection of each subscription, which is made first if need be, and waits for the pong.
  ///
  /// - Throws: Why there was none; the errors are those of `send(_:)`.
  public func sendPing() async throws(URLError) {
    try await withCheckedContinuation { continuation in
      sendPing { continuation.resume(returning: $0) }
    }.get()
  }

  /// Closes the connection of each subscription, whose stream finishes, with no demand for it, after a message that is
  /// being delivered. With no subscription it does nothing.
  ///
  /// What is still on its way fails with `URLError.networkConnectionLost`: wait for what you send first.
  ///
  /// - Parameters:
  ///   - code: Why: as a normal close, unless you say otherwise.
  ///   - reason: What to tell the server of it: UTF-8, of no more than 123 bytes.
  public func close(code: URLSessionWebSocketTask.CloseCode = .normalClosure, reason: Data? = nil) {
    links.perform(.close(code, reason: reason)) { _ in }
  }
}
