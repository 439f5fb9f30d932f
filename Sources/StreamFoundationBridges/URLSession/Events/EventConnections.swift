internal import Dispatch
internal import Foundation
internal import StreamCore
internal import StreamLines
internal import StreamParts

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Far more than any program runs: a server's number must not overflow.
private let longestDelay = Duration.seconds(1 << 32)

/// After a connection without an event: a server that wants no wait may be down.
private let shortestDelay = Duration.milliseconds(100)

/// Errors that another connection would meet again, or that lose events.
private let permanent: Set<URLError.Code> = [
  .appTransportSecurityRequiresSecureConnection, .badURL, .clientCertificateRejected, .clientCertificateRequired,
  .dataLengthExceedsMaximum, .httpTooManyRedirects, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
  .serverCertificateNotYetValid, .serverCertificateUntrusted, .unsupportedURL, .userAuthenticationRequired,
]

extension URLRequest {
  /// The request of a connection for the events after the one with an id.
  fileprivate func forEvents(after lastID: String) -> URLRequest {
    var request = self
    if value(forHTTPHeaderField: "Accept") == nil {
      request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    }
    if value(forHTTPHeaderField: "Cache-Control") == nil {
      request.setValue("no-store", forHTTPHeaderField: "Cache-Control")
    }
    request.setValue(lastID.isEmpty ? nil : lastID, forHTTPHeaderField: "Last-Event-ID")
    return request
  }

  /// The id of the last event that an earlier program got; empty for none, or for one that no server can have sent.
  fileprivate var lastEventID: String {
    let id = value(forHTTPHeaderField: "Last-Event-ID") ?? ""
    return id.utf8.contains { [0, 10, 13].contains($0) } ? "" : id
  }
}

extension HTTPURLResponse {
  // Foundation for Linux keeps a space before the parameters.
  fileprivate var isEventStream: Bool {
    mimeType?.trimmingCharacters(in: .whitespaces).lowercased() == "text/event-stream"
  }
}

/// The connections of one subscription, one after the other, and the waits between them.
final class EventConnections: DelayedRunsPlan, Sendable {
  private struct State {
    var lastID: String

    /// How long the server wants clients to wait.
    var retry: Duration?

    /// Whether the connection has brought an event.
    var hasEvent = false

    /// The number of connections in a row that brought no event.
    var failures = 0

    /// A response that is no stream of events.
    var refused: URLResponse?
  }

  private let publisher: URLSessionEventsPublisher
  private let state: Locked<State>

  init(of publisher: URLSessionEventsPublisher) {
    self.publisher = publisher
    state = Locked(State(lastID: publisher.request.lastEventID))
  }

  /// The next connection.
  var upstream: EventConnection {
    let lastID = state.withLock { $0.lastID }
    return EventConnection(
      connections: self,
      bytes: URLSessionBytesPublisher(
        request: publisher.request.forEvents(after: lastID), configuration: publisher.configuration
      ) { [self] in accepts($0) },
      parser: ServerSentEventParser(maxLength: publisher.maxLength, lastID: lastID))
  }

  private func accepts(_ response: URLResponse) -> Bool {
    // What a file or a `data:` URL has needs no type.
    guard let http = response as? HTTPURLResponse else { return true }
    if http.statusCode == 200, http.isEventStream { return true }
    state.withLock { $0.refused = response }
    return false
  }

  /// Notes what a connection has said for the next one.
  func note(_ parser: ServerSentEventParser) {
    let retry = parser.reconnectionTime.map { Duration.milliseconds($0) }
    state.withLock { ($0.lastID, $0.retry) = (parser.lastEventID, retry ?? $0.retry) }
  }

  func deliversValue() {
    state.withLock { $0.hasEvent = true }
  }

  /// What the end of a connection's bytes means.
  func end(_ completion: Subscribers.Completion<any Error>) -> Subscribers.Completion<any Error> {
    guard case .failure(let error) = completion else { return .failure(EventStreamError.ended) }
    guard let refused = state.withLock({ $0.refused }) else { return .failure(error) }
    if (refused as? HTTPURLResponse)?.statusCode == 204 { return .finished }
    return .failure(EventStreamError.refused(refused))
  }

  func delay(after failure: any Error, ofRun number: Int) -> Duration? {
    switch failure {
    case EventStreamError.ended: break
    case let error as URLError where !permanent.contains(error.code): break
    default: return nil
    }
    return state.withLock { state in
      state.failures = state.hasEvent ? 0 : state.failures + 1
      state.hasEvent = false
      return state.failures <= publisher.retries ? wait(for: state) : nil
    }
  }

  /// The plain wait, doubled for each failure but the first, and then not too short.
  private func wait(for state: State) -> Duration {
    let plain = min(state.retry ?? publisher.delay, longestDelay)
    let maxDelay = min(publisher.maxDelay, longestDelay)
    var wait = state.failures > 0 ? max(plain, shortestDelay) : plain
    for _ in 1..<min(max(state.failures, 1), 32) where wait < maxDelay { wait += wait }
    return max(plain, min(wait, maxDelay))
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = DispatchTimeInterval.nanoseconds(Int(attoseconds / 1_000_000_000))
    // Sendable: what is called of a source may be called on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler(handler: action)
    timer.schedule(deadline: .now() + .seconds(Int(clamping: seconds)) + nanoseconds)
    timer.activate()
    // A cancel releases the action.
    return AnyCancellable { timer.cancel() }
  }
}

/// One connection: its bytes, read as events.
struct EventConnection: ReleasingPublisher {
  typealias Output = ServerSentEvent
  typealias Failure = any Error

  let connections: EventConnections
  let bytes: URLSessionBytesPublisher
  let parser: ServerSentEventParser

  func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    let maxLength = parser.maxLength
    let parser = SerialState(parser)
    let inner = EventConnectionInner(downstream: subscriber, connections: connections, parser: parser)
    bytes.subscribeToLines(inner, as: "EventConnection", maxLength: maxLength, endsAtReturn: true) {
      try parser.value.receive($0)
    }
  }
}

/// Passes events on, and says what the end of the bytes means.
private struct EventConnectionInner<Downstream: Subscriber>: Subscriber
where Downstream.Input == ServerSentEvent, Downstream.Failure == any Error {
  let downstream: Downstream
  let connections: EventConnections
  let parser: SerialState<ServerSentEventParser>

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: ServerSentEvent) -> Subscribers.Demand {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    connections.note(parser.value)
    downstream.receive(completion: connections.end(completion))
  }
}
