public import StreamCore
public import StreamParts

/// The rules of `conflate`: one element waits, and a newer one takes its place.
@frozen
@usableFromInline
struct ConflatePolicy<Element, Failure: Error>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var hasCompleted = false

  @inlinable
  init() {}

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    upstream.attach(subscription) ? .unlimited : nil
  }

  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    count == 0 ? .append : .replaceNewest
  }

  // A flag is read faster than the phase of upstream, at each delivery.
  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard let ended = upstream.terminate() else { return nil }
    hasCompleted = true
    return ended
  }

  @inlinable var isOver: Bool { hasCompleted }
}
