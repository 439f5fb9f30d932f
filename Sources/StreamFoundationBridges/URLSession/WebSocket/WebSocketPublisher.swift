public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Connects to a WebSocket for each subscriber; the publisher delivers received messages, and sends messages.
  ///
  ///     downstream    --m-----m--m--|
  ///     send          -----m------
  ///
  ///     let socket = session.webSocketPublisher(for: url)
  ///     let messages = socket.sink { … } receiveValue: { … }
  ///     try await socket.send(.string("hello"))
  ///
  /// - **Demand**: it connects when the first message is requested or sent. One message is received per requested
  ///   value; without demand, the end of the connection is not noticed either.
  /// - **Completion**: finishes after `close(code:reason:)`, or when the server has closed normally, as going away, or
  ///   without a code.
  /// - **Failure**: the `URLError` of a connection that could not be established, or was lost;
  ///   `URLError.networkConnectionLost` for another kind of close; `URLError.unsupportedURL`, if the scheme is not that
  ///   of a WebSocket, or Foundation has none.
  /// - **Threads**: delivers where the session calls back: on its delegate queue, except for the end by
  ///   `close(code:reason:)`, which may be delivered on the caller's thread.
  ///
  /// - Parameters:
  ///   - url: The URL to connect to: its scheme is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first.
  /// - Returns: A publisher of the messages, which also sends; see `Publishers.WebSocketPublisher`.
  @_disfavoredOverload
  public func webSocketPublisher(for url: URL, protocols: [String] = []) -> Publishers.WebSocketPublisher {
    webSocketPublisher(for: URLRequest(url: url), protocols: protocols)
  }

  /// Connects to a WebSocket with a request for each subscriber; the publisher delivers received messages, and sends
  /// messages.
  ///
  ///     downstream    --m-----m--m--|
  ///     send          -----m------
  ///
  /// - **Demand**: it connects when the first message is requested or sent. One message is received per requested
  ///   value; without demand, the end of the connection is not noticed either.
  /// - **Completion**: finishes after `close(code:reason:)`, or when the server has closed normally, as going away, or
  ///   without a code.
  /// - **Failure**: the `URLError` of a connection that could not be established, or was lost;
  ///   `URLError.networkConnectionLost` for another kind of close; `URLError.unsupportedURL`, if the scheme is not that
  ///   of a WebSocket, or Foundation has none.
  /// - **Threads**: delivers where the session calls back: on its delegate queue, except for the end by
  ///   `close(code:reason:)`, which may be delivered on the caller's thread.
  ///
  /// - Parameters:
  ///   - request: The handshake request; the scheme of its URL is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first. None leaves the request's own field.
  /// - Returns: A publisher of the messages, which also sends; see `Publishers.WebSocketPublisher`.
  @_disfavoredOverload
  public func webSocketPublisher(for request: URLRequest, protocols: [String] = []) -> Publishers.WebSocketPublisher {
    Publishers.WebSocketPublisher(request: request, protocols: protocols, session: self)
  }
}

/// A publisher that opens a WebSocket for each subscriber, delivers received messages, and sends messages.
///
/// It connects when the first message is requested or sent. A message is sent over the connection of each current
/// subscription: usually one. Cancelling a subscription closes its connection with
/// `URLSessionWebSocketTask.CloseCode.goingAway`; on Linux, that is done on the session's delegate queue, in order. The
/// publisher does not retain its subscriptions.
///
/// On Linux without WebSocket support in libcurl, a stream fails with `URLError.unsupportedURL`.
///
/// - **Demand**: one message is received per requested value, and none before; Foundation may read ahead. Without
///   demand, the end of the connection is not noticed either.
/// - **Completion**: finishes after ``close(code:reason:)``, or when the server has closed normally, as going away, or
///   without a code.
/// - **Failure**: the `URLError` of a connection that could not be established, or was lost; for another kind of close
///   it is `URLError.networkConnectionLost`, whose `webSocketClosure` has the code; `URLError.unsupportedURL`, if the
///   scheme is not that of a WebSocket.
/// - **Threads**: delivers where the session calls back: on its delegate queue, except for the end by
///   ``close(code:reason:)``, which may be delivered on the caller's thread. All methods may be called on any thread.
public final class URLSessionWebSocketPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A received message.
  public typealias Output = WebSocketMessage

  /// The failure of the connection; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  private let links = WebSocketLinks()
  private let makeTask: @Sendable () -> any WebSocketTask

  /// Creates a publisher of a WebSocket's messages.
  ///
  /// - Parameters:
  ///   - request: The handshake request; the scheme of its URL is `ws` or `wss`.
  ///   - protocols: The sub-protocols to offer, the preferred one first. None leaves the request's own field.
  ///   - session: Runs the tasks. It must not have been invalidated when a subscriber requests a message.
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

  public func receive<S: Subscriber>(subscriber: S) where S.Input == WebSocketMessage, S.Failure == URLError {
    let subscription = WebSocketSubscription(downstream: subscriber, links: links, makeTask: makeTask)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``URLSessionWebSocketPublisher``, under a short name that a client's own type overrides.
  public typealias WebSocketPublisher = URLSessionWebSocketPublisher
}

extension URLSessionWebSocketPublisher {
  /// Sends a message over the connection of each subscription, connecting first if needed.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - completionHandler: Called once, on any thread, when all connections have handed the message to the network, or
  ///     with the error of one that could not. Without a subscription, or after a close, that is
  ///     `URLError.networkConnectionLost`; if the subscription is cancelled while the message is pending,
  ///     `URLError.cancelled`.
  public func send(
    _ message: WebSocketMessage, completionHandler: @escaping @Sendable (Result<Void, URLError>) -> Void
  ) {
    links.perform(.message(message)) { completionHandler($0.map { .failure($0) } ?? .success(())) }
  }

  /// Sends a message over the connection of each subscription, connecting first if needed, and waits until it has been
  /// handed to the network.
  ///
  /// - Parameter message: The message.
  /// - Throws: The error of a connection that could not send it. Without a subscription, or after a close, that is
  ///   `URLError.networkConnectionLost`; if the subscription is cancelled in the meantime, `URLError.cancelled`.
  ///   Cancelling the awaiting task has no effect.
  public func send(_ message: WebSocketMessage) async throws(URLError) {
    try await withCheckedContinuation { continuation in
      send(message) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Sends a ping over the connection of each subscription, connecting first if needed.
  ///
  /// - Parameter pongReceiveHandler: Called once, on any thread, when all servers have answered, or with the error of
  ///   one that has not; the errors are those of `send(_:completionHandler:)`.
  public func sendPing(pongReceiveHandler: @escaping @Sendable (Result<Void, URLError>) -> Void) {
    links.perform(.ping) { pongReceiveHandler($0.map { .failure($0) } ?? .success(())) }
  }

  /// Sends a ping over the connection of each subscription, connecting first if needed, and waits for the pong.
  ///
  /// - Throws: The error if there was none; the errors are those of `send(_:)`.
  public func sendPing() async throws(URLError) {
    try await withCheckedContinuation { continuation in
      sendPing { continuation.resume(returning: $0) }
    }.get()
  }

  /// Closes the connection of each subscription, whose stream finishes without demand, after the message being
  /// delivered. Does nothing without a subscription.
  ///
  /// Pending operations fail with `URLError.networkConnectionLost`: await your sends first.
  ///
  /// - Parameters:
  ///   - code: The close code; a normal close by default.
  ///   - reason: The reason for the server: UTF-8, at most 123 bytes.
  public func close(code: URLSessionWebSocketTask.CloseCode = .normalClosure, reason: Data? = nil) {
    links.perform(.close(code, reason: reason)) { _ in }
  }
}
