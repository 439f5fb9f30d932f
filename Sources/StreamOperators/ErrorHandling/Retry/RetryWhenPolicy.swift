public import StreamCore
public import StreamParts

/// The rules of `retry(when:)`: one attempt at a time, whose values pass within downstream's demand, and a trigger,
/// whose values do not. Attempts are numbered by epochs.
@frozen
@usableFromInline
struct RetryWhenPolicy<Element, Failure: Error>: BoundedPolicy {
  /// The place of the trigger; the attempts have place 0.
  @usableFromInline static var trigger: UpstreamKey { UpstreamKey(index: 1) }

  /// The first attempt is about to be made: until it has failed, the values of the trigger are ignored.
  @usableFromInline var attempt = UpstreamState.awaitingSubscription
  @usableFromInline var epoch = 0
  @usableFromInline var trigger = UpstreamState.awaitingSubscription

  /// Whether an attempt or the trigger has finished.
  @usableFromInline var isOver = false

  @inlinable
  init() {}

  @inlinable var attemptKey: UpstreamKey { UpstreamKey(epoch: epoch) }

  /// Begins the next attempt, if the last one has failed.
  ///
  /// - Returns: The key of the attempt.
  @usableFromInline
  mutating func beginAttempt() -> UpstreamKey? {
    guard case .terminated = attempt.phase, !isOver else { return nil }
    epoch += 1
    attempt = .awaitingSubscription
    return attemptKey
  }

  /// Records the failure of an attempt.
  ///
  /// - Returns: Its subscription, to be released outside the lock; `nil` if the failure is ignored.
  @usableFromInline
  mutating func failed(_ origin: UpstreamKey) -> SubscriptionObject? {
    origin == attemptKey ? attempt.terminate() : nil
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == Self.trigger { return trigger.attach(subscription) ? .unlimited : nil }
    return origin == attemptKey && attempt.attach(subscription) ? demand : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { origin == attemptKey && attempt.isActive && !isOver }

  /// Values wait only while a value of another attempt is being delivered. Values without demand are dropped (rule 2).
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard let ended = origin == Self.trigger ? trigger.terminate() : failed(origin) else { return nil }
    isOver = true
    return ended
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests(event.more, of: attemptKey)
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == attemptKey ? attempt.subscription : nil
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([attempt.terminate(), trigger.terminate()].compactMap { $0 })
  }
}
