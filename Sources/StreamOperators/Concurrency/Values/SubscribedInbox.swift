internal import StreamCore

/// An inbox that is cancelled when it is let go: what an iterator and its copies hold. The pipeline holds the inbox alone.
final class SubscribedInbox<Input, Failure: Error>: Sendable {
  let inbox = Inbox<Input, Failure>()

  init<P: Publisher>(to publisher: P) where P.Output == Input, P.Failure == Failure {
    publisher.subscribe(inbox)
  }

  deinit {
    inbox.cancel()
  }
}
