public import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
public import StreamCore
@_spi(StreamsIntegrations) public import StreamLines

extension HTTPClient {
  /// Listens to the events that a server sends (`text/event-stream`), and connects again whenever the connection ends.
  ///
  ///     request       --!------------------!
  ///     connection      ^-e-e#    ^--e-|     ^--e---
  ///     downstream    ----e-e--------e---------e----
  ///
  /// As with `EventSource` of the HTML standard, a further connection sends the id of the last event in the field
  /// `Last-Event-ID`. Before that it waits as long as the server has asked (`retry:`), otherwise for `delay`. While
  /// connections bring no event, the wait is at least a tenth of a second, and doubles, up to `maxDelay`. A connection
  /// that has died silently is noticed only by a client with a timeout for reading, which a server's comments keep from
  /// passing.
  ///
  /// - **Demand**: connects at the first demand, and reads from the connection as events are requested.
  /// - **Completion**: finishes when the server answers 204, which asks the client not to come back.
  /// - **Failure**: ``HTTPStreamError/refused(_:)`` for any other answer than 200 with the type `text/event-stream`;
  ///   after `retries` connections in a row without an event, the error of the last one, which is
  ///   ``HTTPStreamError/ended`` if its response was complete; a `LineTooLongError`; an error of the client that
  ///   another connection would meet again, such as a URL that is none, or a client that has been shut down.
  /// - **Threads**: delivers on an event loop of the client's, or where an event is requested that has been received
  ///   already. Cancelling may be done on any thread, and closes the connection, or ends the wait.
  ///
  /// - Parameters:
  ///   - request: The request. The fields `Accept` and `Cache-Control` are set unless it has them; its `Last-Event-ID`
  ///     is that of the first connection.
  ///   - delay: How long to wait before another connection, unless the server says; three seconds by default. A
  ///     negative delay traps.
  ///   - maxDelay: The limit of the doubled wait; a minute by default. A longer `delay`, or one that the server asks
  ///     for, stays as it is. A negative limit traps.
  ///   - retries: The largest number of connections in a row without an event that are followed by another one: zero or
  ///     more; by default there is no limit. A negative number traps.
  ///   - maxLength: The longest event in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the events of one connection after the other.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a chunk and of an event.
  @_disfavoredOverload
  public func eventsPublisher(
    for request: Request, delay: Duration = .seconds(3), maxDelay: Duration = .seconds(60), retries: Int = .max,
    maxLength: Int = 1_000_000
  ) -> HTTPEvents {
    HTTPEvents(
      connections: EventConnectionsPublisher(
        name: "HTTPEvents", delay: delay, maxDelay: maxDelay, retries: retries, maxLength: maxLength,
        lastEventID: request.headers.first(name: "Last-Event-ID"),
        connect: { [self] lastID in
          let bytes = bytesPublisher(for: request.forEvents(after: lastID)) { $0.hasEvents }
          return Publishers.Map(upstream: bytes) { $0.readableBytesView }
        },
        meaning: HTTPStreamError.meaning(of:),
        schedule: { [eventLoopGroup] delay, action in
          let scheduled = eventLoopGroup.next().scheduleTask(in: TimeAmount(delay), action)
          return AnyCancellable { scheduled.cancel() }
        }))
  }
}

/// A publisher of the events that a server sends, which connects again whenever a connection ends: see
/// ``AsyncHTTPClient/HTTPClient/eventsPublisher(for:delay:maxDelay:retries:maxLength:)``.
public struct HTTPEvents: Publisher, Sendable {
  public typealias Output = ServerSentEvent

  /// Any error: an ``HTTPStreamError`` or a `LineTooLongError`.
  public typealias Failure = any Error

  let connections: EventConnectionsPublisher<Publishers.Map<HTTPBytes, ByteBufferView>>

  public func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    connections.receive(subscriber: subscriber)
  }
}

extension HTTPClient.Request {
  /// The request of a connection for the events after the one with an id.
  fileprivate func forEvents(after lastID: String) -> Self {
    var request = self
    if !headers.contains(name: "Accept") { request.headers.add(name: "Accept", value: "text/event-stream") }
    if !headers.contains(name: "Cache-Control") { request.headers.add(name: "Cache-Control", value: "no-store") }
    request.headers.remove(name: "Last-Event-ID")
    if !lastID.isEmpty { request.headers.add(name: "Last-Event-ID", value: lastID) }
    return request
  }
}

extension HTTPResponseHead {
  fileprivate var hasEvents: Bool {
    let type = headers.first(name: "Content-Type")?.prefix { $0 != ";" && $0 != " " }
    return status == .ok && type?.lowercased() == "text/event-stream"
  }
}

extension HTTPStreamError {
  /// What the end of a connection's bytes means.
  @Sendable
  static func meaning(of completion: Subscribers.Completion<any Error>) -> EventConnectionEnd {
    guard case .failure(let error) = completion else { return .lost(HTTPStreamError.ended) }
    switch error {
    case HTTPStreamError.refused(let head) where head.status == .noContent: return .over(.finished)
    case HTTPStreamError.connection: return .lost(error)
    case HTTPStreamError.client(let reason) where reason.isLoss: return .lost(error)
    default: return .over(completion)
    }
  }
}

extension HTTPClientError {
  /// Whether another connection may fare better.
  fileprivate var isLoss: Bool {
    let losses: [HTTPClientError] = [
      .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout, .httpProxyHandshakeTimeout, .readTimeout,
      .remoteConnectionClosed, .socksHandshakeTimeout, .tlsHandshakeTimeout, .writeTimeout,
    ]
    return losses.contains(self)
  }
}
