public import StreamCore

/// An inbox that is cancelled when it is let go: what an iterator and its copies hold. The pipeline holds the inbox alone.
@usableFromInline
final class SubscribedInbox<Input, Failure: Error>: Sendable {
  @usableFromInline let inbox = Inbox<Input, Failure>()

  @inlinable init<P: Publisher>(to publisher: P) where P.Output == Input, P.Failure == Failure {
    publisher.subscribe(inbox)
  }

  @inlinable deinit {
    inbox.cancel()
  }
}
