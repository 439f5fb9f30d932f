import StreamCore

/// Delivers to all subscribers through one subject, once it is connected.
final class Connectable<Upstream: Publisher>: ConnectablePublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  private let upstream: Upstream
  private let subject = PassthroughSubject<Output, Failure>()

  init(_ upstream: Upstream) {
    self.upstream = upstream
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.subscribe(subscriber)
  }

  func connect() -> any Cancellable {
    upstream.subscribe(subject)
  }
}

extension Connectable: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
