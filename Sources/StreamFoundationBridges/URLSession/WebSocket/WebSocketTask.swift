package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A connection as its subscription uses it: Foundation's task, or a test's.
///
/// Handlers are called once, never synchronously, and those of `receive` one at a time.
package protocol WebSocketTask: Sendable {
  /// The server's close, once it has closed.
  var closure: WebSocketClosure? { get }

  /// The error that ended the task.
  var error: (any Error)? { get }

  /// Connects.
  func resume()

  /// Receives the next message.
  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void)

  /// Sends a message; `handler` receives the result.
  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void)

  /// Sends a ping; `handler` is called for the pong.
  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void)

  /// Closes the connection.
  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension WebSocketTask {
  /// The completion of a stream whose `receive` failed with `error`.
  package func completion(for error: any Error) -> Subscribers.Completion<URLError> {
    if let closure { return closure.isRegular ? .finished : .failure(URLError(closure)) }
    return .failure(failure(error))
  }

  /// The failure of an operation that failed with `error`.
  package func failure(_ error: any Error) -> URLError {
    // On Linux, a task that had failed before reports a lost connection, whatever the cause.
    URLError(orWrapping: self.error ?? error)
  }
}

/// A task of a session.
struct SessionWebSocketTask: WebSocketTask {
  let task: URLSessionWebSocketTask
  let delegateQueue: OperationQueue

  var closure: WebSocketClosure? {
    task.closeCode == .invalid ? nil : WebSocketClosure(code: task.closeCode, reason: task.closeReason)
  }

  var error: (any Error)? { task.error }

  func resume() {
    task.resume()
  }

  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
    task.receive { result in
      handler(
        result.map { message in
          switch message {
          case .data(let data): return .data(data)
          case .string(let string): return .string(string)
          @unknown default: return .data(Data())
          }
        })
    }
  }

  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    switch message {
    case .data(let data): task.send(.data(data), completionHandler: handler)
    case .string(let string): task.send(.string(string), completionHandler: handler)
    }
  }

  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void) {
    task.sendPing(pongReceiveHandler: handler)
  }

  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    CancellableTask.close(task, on: delegateQueue, with: code, reason: reason)
  }
}

/// A stand-in for a task that Foundation refuses to create: it traps on a URL that is no WebSocket's.
struct RefusedWebSocketTask: WebSocketTask {
  let queue: OperationQueue

  var closure: WebSocketClosure? { nil }
  var error: (any Error)? { URLError(.unsupportedURL) }

  func resume() {}

  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
    queue.addOperation { handler(.failure(URLError(.unsupportedURL))) }
  }

  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    sendPing(handler)
  }

  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void) {
    queue.addOperation { handler(URLError(.unsupportedURL)) }
  }

  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?) {}
}
