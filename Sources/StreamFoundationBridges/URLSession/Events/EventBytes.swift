internal import Dispatch
internal import Foundation
internal import StreamCore
@_spi(StreamsIntegrations) internal import StreamLines
internal import StreamParts

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLSessionEventsPublisher {
  /// The connections of a subscription, one after the other.
  var connections: EventConnectionsPublisher<EventBytes> {
    EventConnectionsPublisher(
      name: "EventsPublisher", delay: delay, maxDelay: maxDelay, retries: retries, maxLength: maxLength,
      lastEventID: request.value(forHTTPHeaderField: "Last-Event-ID"),
      connect: { [request, configuration] lastID in
        EventBytes(request: request.forEvents(after: lastID), configuration: configuration)
      }, meaning: EventStreamError.meaning(of:), schedule: runAfter)
  }
}

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
}

extension URLResponse {
  fileprivate var hasEvents: Bool {
    // What a file or a `data:` URL has needs no type.
    guard let http = self as? HTTPURLResponse else { return true }
    // Foundation for Linux keeps a space before the parameters.
    let type = mimeType?.trimmingCharacters(in: .whitespaces).lowercased()
    return http.statusCode == 200 && type == "text/event-stream"
  }
}

/// Errors that another connection would meet again, or that lose events.
private let permanent: Set<URLError.Code> = [
  .appTransportSecurityRequiresSecureConnection, .badURL, .clientCertificateRejected, .clientCertificateRequired,
  .dataLengthExceedsMaximum, .httpTooManyRedirects, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
  .serverCertificateNotYetValid, .serverCertificateUntrusted, .unsupportedURL, .userAuthenticationRequired,
]

extension EventStreamError {
  /// What the end of a connection's bytes means.
  @Sendable
  static func meaning(of completion: Subscribers.Completion<any Error>) -> EventConnectionEnd {
    switch completion {
    case .finished: .lost(EventStreamError.ended)
    case .failure(EventStreamError.refused(let response)) where (response as? HTTPURLResponse)?.statusCode == 204:
      .over(.finished)
    case .failure(let error as URLError) where !permanent.contains(error.code): .lost(error)
    case .failure: .over(completion)
    }
  }
}

@Sendable
private func runAfter(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
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

/// The bytes of one connection, which fails with the response if that has no events.
struct EventBytes: ReleasingPublisher {
  typealias Output = URLSessionBytesPublisher.Output
  typealias Failure = any Error

  let request: URLRequest
  let configuration: URLSessionConfiguration

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    let refusal = Refusal()
    URLSessionBytesPublisher(request: request, configuration: configuration) { response in
      if !response.hasEvents { refusal.response.withLock { $0 = response } }
      return response.hasEvents
    }
    .subscribe(EventBytesInner(downstream: subscriber, refusal: refusal))
  }
}

/// A connection's response that has no events.
private final class Refusal: Sendable {
  let response = Locked<URLResponse?>(nil)
}

private struct EventBytesInner<Downstream: Subscriber>: Subscriber where Downstream.Failure == any Error {
  let downstream: Downstream
  let refusal: Refusal

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<URLError>) {
    if let response = refusal.response.value {
      downstream.receive(completion: .failure(EventStreamError.refused(response)))
    } else {
      downstream.receive(completion: completion.widened)
    }
  }
}
