public import StreamCore

/// Cancels its inbox when it is destroyed. An iterator and its copies share it; the pipeline holds only the inbox, so
/// that an abandoned iterator ends its subscription.
@usableFromInline
final class SubscribedInbox<Input, Failure: Error>: Sendable {
  @usableFromInline let inbox: Inbox<Input, Failure>

  /// - Parameters:
  ///   - publisher: The publisher to subscribe to.
  ///   - buffering: What happens to values that arrive before a task waits for them.
  ///   - dropped: Counts those that are dropped.
  @inlinable init(
    to publisher: some Publisher<Input, Failure>, buffering: AsyncBuffering = .suspending, dropped: DropCounter? = nil
  ) {
    inbox = Inbox(buffering: buffering, dropped: dropped)
    publisher.subscribe(inbox)
  }

  @inlinable deinit {
    inbox.cancel()
  }
}
