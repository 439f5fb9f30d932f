public import StreamCore

/// Cancels its inbox when it is destroyed. An iterator and its copies share it; the pipeline holds only the inbox, so
/// that an abandoned iterator ends its subscription.
@usableFromInline
final class SubscribedInbox<Input, Failure: Error>: Sendable {
  @usableFromInline let inbox: Inbox<Input, Failure>

  /// - Parameters:
  ///   - publisher: The publisher to subscribe to.
  ///   - buffering: What becomes of values that arrive before a task waits for them.
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

// What `firstValue`, `lastValue`, `allValues` and `forEach` do. Each has a form for publishers that cannot fail and one
// for those that can: Swift 6.3 crashes where a property that is `get async throws(Failure)` is read, and `Failure` is
// `Never`. In a task that is cancelled they do not subscribe.
extension SubscribedInbox {
  @inlinable static func first(
    of publisher: some Publisher<Input, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Input? {
    guard !Task.isCancelled else { return nil }
    let subscribed = SubscribedInbox(to: publisher)
    defer { subscribed.inbox.cancel() }
    return try await subscribed.inbox.next(isolation: isolation)
  }

  @inlinable static func last(
    of publisher: some Publisher<Input, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Input? {
    guard !Task.isCancelled else { return nil }
    let subscribed = SubscribedInbox(to: publisher, buffering: .newest(1))
    defer { subscribed.inbox.cancel() }
    var last: Input?
    while let value = try await subscribed.inbox.next(isolation: isolation) { last = value }
    return Task.isCancelled ? nil : last
  }

  @inlinable static func all(
    of publisher: some Publisher<Input, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> [Input] {
    guard !Task.isCancelled else { return [] }
    let subscribed = SubscribedInbox(to: publisher, buffering: .unbounded)
    defer { subscribed.inbox.cancel() }
    var all: [Input] = []
    while let value = try await subscribed.inbox.next(isolation: isolation) { all.append(value) }
    return Task.isCancelled ? [] : all
  }
}
