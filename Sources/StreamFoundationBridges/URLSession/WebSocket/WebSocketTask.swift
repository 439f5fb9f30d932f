package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What a connection is to its subscription: a task of Foundation's, or of a test's.
///
/// Handlers are called once, never from inside the call that takes them, and those of `receive` one at a time.
package protocol WebSocketTask: Sendable {
  /// How the server closed, once it has.
  var closure: WebSocketClosure? { get }

  /// What ended the task.
  var error: (any Error)? { get }

  /// Connects.
  func resume()

  /// Takes the next message.
  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void)

  /// Sends a message; `handler` learns whether it was sent.
  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void)

  /// Sends a ping; `handler` learns of the pong.
  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void)

  /// Closes.
  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension WebSocketTask {
  /// How the stream ends whose `receive` failed with `error`.
  package func completion(for error: any Error) -> Subscribers.Completion<URLError> {
    if let closure { return closure.isRegular ? .finished : .failure(URLError(closure)) }
    return .failure(failure(error))
  }

  /// Why something could not be done that failed with `error`.
  package func failure(_ error: any Error) -> URLError {
    // A task that had failed before says on Linux that the connection is lost, whatever the cause.
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

/// Takes the place of a task that Foundation would not make: it ends the process if a URL is no WebSocket's.
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
