public import StreamCore
public import StreamLines
public import StreamParts

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension URLSession {
  /// Listens to the events that a server sends (`text/event-stream`), and connects again whenever the connection ends.
  ///
  ///     request       --!------------------!
  ///     connection      ^-e-e#    ^--e-|     ^--e---
  ///     downstream    ----e-e--------e---------e----
  ///
  /// As with `EventSource` of the HTML standard, a further connection sends the id of the last event in the field
  /// `Last-Event-ID`. Before that it waits as long as the server has asked (`retry:`), otherwise for `delay`. While
  /// connections bring no event, the wait is at least a tenth of a second, and doubles, up to `maxDelay`. A connection
  /// without any byte for the request's `timeoutInterval`, or the session's `timeoutIntervalForRequest`, 60 seconds by
  /// default, is taken for lost: a server sends comments in between.
  ///
  /// - **Demand**: connects at the first demand, and reads from the connection as events are requested: see
  ///   `bytesPublisher(for:maxBacklog:accept:)`.
  /// - **Completion**: finishes when the server answers 204, which asks the client not to come back.
  /// - **Failure**: an ``EventStreamError`` for any other answer of HTTP than 200 with the type `text/event-stream`;
  ///   after `retries` connections in a row without an event, the error of the last one; a `LineTooLongError`; a
  ///   `URLError` that another connection would meet again, such as an unknown scheme or an untrusted certificate, or
  ///   of a backlog that has grown too long.
  /// - **Threads**: delivers on a queue of the connection's own, or where an event is requested that has been received
  ///   already. Cancelling may be done on any thread, and closes the connection, or ends the wait.
  ///
  /// - Parameters:
  ///   - request: The request. The fields `Accept` and `Cache-Control` are set unless it has them; its `Last-Event-ID`
  ///     is that of the first connection. A body has to be `httpBody`: a stream could be read once only.
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
    for request: URLRequest, delay: Duration = .seconds(3), maxDelay: Duration = .seconds(60), retries: Int = .max,
    maxLength: Int = 1_000_000
  ) -> Publishers.EventsPublisher {
    URLSessionEventsPublisher(
      request: request, configuration: configuration, delay: delay, maxDelay: maxDelay, retries: retries,
      maxLength: maxLength)
  }
}

/// A publisher of the events that a server sends, which connects again whenever a connection ends: see
/// `eventsPublisher(for:delay:maxDelay:retries:maxLength:)`.
public struct URLSessionEventsPublisher: Publisher, ReleasingPublisher, Sendable {
  public typealias Output = ServerSentEvent

  /// Any error: an ``EventStreamError``, a `URLError` or a `LineTooLongError`.
  public typealias Failure = any Error

  /// The request of the first connection.
  public let request: URLRequest

  /// How long to wait before another connection, unless the server says.
  public let delay: Duration

  /// The limit of the doubled wait.
  public let maxDelay: Duration

  /// The largest number of connections in a row without an event that are followed by another one.
  public let retries: Int

  /// The longest event in bytes.
  public let maxLength: Int

  let configuration: URLSessionConfiguration

  /// Creates a publisher of the events that a server sends.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - configuration: The configuration of the sessions, one for each connection.
  ///   - delay: How long to wait before another connection, unless the server says. A negative delay traps.
  ///   - maxDelay: The limit of the doubled wait. A negative limit traps.
  ///   - retries: The largest number of connections in a row without an event that are followed by another one: zero or
  ///     more. A negative number traps.
  ///   - maxLength: The longest event in bytes, at least 1; less traps.
  public init(
    request: URLRequest, configuration: URLSessionConfiguration, delay: Duration = .seconds(3),
    maxDelay: Duration = .seconds(60), retries: Int = .max, maxLength: Int = 1_000_000
  ) {
    precondition(delay >= .zero && maxDelay >= .zero, "A wait is not negative (rule 9).")
    precondition(retries >= 0, "A number of retries is not negative (rule 9).")
    precondition(maxLength > 0, "An event must be allowed to have at least one byte (rule 9).")
    self.request = request
    self.delay = delay
    self.maxDelay = maxDelay
    self.retries = retries
    self.maxLength = maxLength
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    connections.receive(subscriber: subscriber)
  }
}

extension PublisherNames {
  /// ``URLSessionEventsPublisher``, under a short name that a client's own type overrides.
  public typealias EventsPublisher = URLSessionEventsPublisher
}

/// Why a stream of events has ended for good.
public enum EventStreamError: Error {
  /// The server has answered with another status than 200 or 204, or with another type than `text/event-stream`.
  case refused(URLResponse)

  /// The last connection that was allowed ended without an event; the response was complete.
  case ended
}
