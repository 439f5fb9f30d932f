internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Something to send over a connection, and the handler of its result, called once.
final class WebSocketOperation: Sendable {
  enum Payload: Sendable {
    case message(WebSocketMessage)
    case ping
    case close(URLSessionWebSocketTask.CloseCode, reason: Data?)
  }

  typealias Handler = @Sendable (URLError?) -> Void

  let payload: Payload
  private let handler: Locked<Handler?>

  init(_ payload: Payload, handler: @escaping Handler) {
    self.payload = payload
    self.handler = Locked(handler)
  }

  /// Reports the result, unless reported before.
  func end(_ error: URLError?) {
    handler.exchange(nil)?(error)
  }
}

/// The non-generic interface of a subscription's connection: a subscriber's type need not be `Sendable`, so `@Sendable`
/// closures must not capture the generic class.
protocol WebSocketLink: AnyObject, Sendable {
  /// Performs an operation as soon as there is a task; a close ends the stream.
  func perform(_ operation: WebSocketOperation)

  func receive(_ result: Result<WebSocketMessage, any Error>, of task: any WebSocketTask)

  func operation(_ operation: WebSocketOperation, by task: any WebSocketTask, didEndWith error: (any Error)?)
}

/// The connections of a publisher, referenced weakly.
final class WebSocketLinks: Sendable {
  private struct Entry {
    weak var link: (any WebSocketLink)?
  }

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  func add(_ link: any WebSocketLink) {
    entries.withLock { $0[ObjectIdentifier(link)] = Entry(link: link) }
  }

  /// Must be called before the link is deinitialized.
  func remove(_ link: any WebSocketLink) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(link)) }
  }

  /// Performs an operation on each connection, and reports the first error when all have ended; without a connection,
  /// `URLError.networkConnectionLost`.
  func perform(_ payload: WebSocketOperation.Payload, handler: @escaping WebSocketOperation.Handler) {
    let links = entries.withLock { entries in entries.values.compactMap(\.link) }
    guard !links.isEmpty else { return handler(URLError(.networkConnectionLost)) }
    let state = Locked<(rest: Int, error: URLError?)>((links.count, nil))
    for link in links {
      link.perform(
        WebSocketOperation(payload) { error in
          let end: URLError?? = state.withLock { state in
            state.rest -= 1
            state.error = state.error ?? error
            return state.rest == 0 ? .some(state.error) : nil
          }
          if let end { handler(end) }
        })
    }
  }
}
