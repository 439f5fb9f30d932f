import StreamCore
import TestSupport

/// A connectable publisher that notes its connections, and whose signals the test sends by hand.
final class ScriptedConnectable: ConnectablePublisher, Sendable {
  typealias Output = Int
  typealias Failure = TestError

  let subject = PassthroughSubject<Int, TestError>()
  private let log = Box<[String]>([])

  /// Called inside ``connect()``.
  private let onConnect: @Sendable (PassthroughSubject<Int, TestError>) -> Void

  init(onConnect: @escaping @Sendable (PassthroughSubject<Int, TestError>) -> Void = { _ in }) {
    self.onConnect = onConnect
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    log.update { $0.append("subscribe") }
    subject.subscribe(subscriber)
  }

  func connect() -> any Cancellable {
    log.update { $0.append("connect") }
    onConnect(subject)
    return AnyCancellable { [log] in log.update { $0.append("disconnect") } }
  }

  var events: [String] { log.value }

  /// What happened to the connection.
  var connections: [String] { events.filter { $0 != "subscribe" } }
}
