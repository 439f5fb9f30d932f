public import StreamCore

/// Cancels its inbox when it is destroyed. An iterator and its copies share it; the pipeline holds only the inbox, so
/// that an abandoned iterator ends its subscription.
@usableFromInline
final class SubscribedInbox<Input, Failure: Error>: Sendable {
  @usableFromInline let inbox: Inbox<Input, Failure>

  /// - Parameters:
  ///   - publisher: The publisher to subscribe to.
  ///   - buffering: What becomes of values that arrive before a task waits for them.
  ///   - requestsLater: Whether a demand for all values is requested when a task first waits, which can be cancelled then,
  ///     instead of on subscription.
  ///   - dropped: Counts those that are dropped.
  @inlinable init<P: Publisher>(
    to publisher: P, buffering: AsyncBuffering = .suspending, requestsLater: Bool = false, dropped: DropCounter? = nil
  ) where P.Output == Input, P.Failure == Failure {
    inbox = Inbox(buffering: buffering, requestsLater: requestsLater, dropped: dropped)
    publisher.subscribe(inbox)
  }

  @inlinable deinit {
    inbox.cancel()
  }
}
