import Foundation
import StreamCore
import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A task whose other side is the test.
final class ScriptedWebSocketTask: WebSocketTask, Sendable {
  enum Call: Equatable {
    case resume, receive, ping
    case send(WebSocketMessage)
    case cancel(URLSessionWebSocketTask.CloseCode, reason: Data?)
  }

  private struct State {
    var receiver: (@Sendable (Result<WebSocketMessage, any Error>) -> Void)?
    var senders = Queue<@Sendable ((any Error)?) -> Void>()
    var closure: WebSocketClosure?
    var error: (any Error)?
  }

  /// What has been asked of this task.
  let calls = Watched<[Call]>([])
  private let state = Locked(State())

  var closure: WebSocketClosure? { state.value.closure }
  var error: (any Error)? { state.value.error }

  // MARK: The test's side

  /// Hands over a message, if one has been asked for.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  func deliver(_ message: WebSocketMessage) -> Bool { answer(.success(message)) }

  /// Breaks the connection.
  @discardableResult
  func fail(_ error: any Error, taskError: (any Error)? = nil) -> Bool {
    state.withLock { $0.error = taskError }
    return answer(.failure(error))
  }

  /// Closes, as the server does.
  @discardableResult
  func close(_ code: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) -> Bool {
    state.withLock { $0.closure = WebSocketClosure(code: code, reason: reason) }
    return answer(.failure(URLError(.networkConnectionLost)))
  }

  /// Ends the oldest send or ping that has not ended.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func endSend(_ error: (any Error)? = nil) -> Bool {
    let sender = state.withLock { $0.senders.popFirst() }
    sender?(error)
    return sender != nil
  }

  private func answer(_ result: Result<WebSocketMessage, any Error>) -> Bool {
    let receiver = state.withLock { $0.receiver.take() }
    receiver?(result)
    return receiver != nil
  }

  // MARK: The publisher's side

  func resume() {
    calls.update { $0.append(.resume) }
  }

  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
    state.withLock { state in
      precondition(state.receiver == nil, "One message at a time.")
      state.receiver = handler
    }
    calls.update { $0.append(.receive) }
  }

  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { $0.senders.append(handler) }
    calls.update { $0.append(.send(message)) }
  }

  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { $0.senders.append(handler) }
    calls.update { $0.append(.ping) }
  }

  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    calls.update { $0.append(.cancel(code, reason: reason)) }
  }
}
