public import StreamCore

/// Cancels its inbox when it is destroyed. An iterator and its copies share it; the pipeline holds only the inbox, so
/// that an abandoned iterator ends its subscription.
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
