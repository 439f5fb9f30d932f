internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Something to be sent over a connection, and who learns of it, once.
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

  /// Tells of the end, unless it has been told.
  func end(_ error: URLError?) {
    handler.exchange(nil)?(error)
  }
}

/// The connection of one subscription, whoever is downstream: the type of a subscriber need not be `Sendable`, so that
/// no `@Sendable` closure may name it.
protocol WebSocketLink: AnyObject, Sendable {
  /// Performs an operation as soon as there is a task; that of a close ends the stream.
  func perform(_ operation: WebSocketOperation)

  func receive(_ result: Result<WebSocketMessage, any Error>, of task: any WebSocketTask)

  func operation(_ operation: WebSocketOperation, by task: any WebSocketTask, didEndWith error: (any Error)?)
}

/// The connections of a publisher, which it does not keep alive.
final class WebSocketLinks: Sendable {
  private struct Entry {
    weak var link: (any WebSocketLink)?
  }

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  func add(_ link: any WebSocketLink) {
    entries.withLock { $0[ObjectIdentifier(link)] = Entry(link: link) }
  }

  /// To be called before the link has gone.
  func remove(_ link: any WebSocketLink) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(link)) }
  }

  /// Performs an operation on each connection, and tells of the first error when all have ended; with no connection, of
  /// a lost one.
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
