public import StreamCore
public import StreamParts

/// The rules of `prefix(untilReplacement:)`: values of upstream until the replacement delivers its first value, then
/// only values of the replacement.
@usableFromInline
struct ReplacementPolicy<Element, Failure: Error>: BoundedPolicy {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var replacement = UpstreamState.awaitingSubscription

  /// Whether the replacement has delivered its first value.
  @usableFromInline var hasBegun = false

  /// Whether the first value of the replacement waits for demand of downstream.
  @usableFromInline var isFirstUnclaimed = false

  @usableFromInline var hasEnded = false

  @inlinable
  init() {}

  /// Whether upstream may be subscribed to.
  @inlinable var awaitsReplacement: Bool { !hasBegun && !hasEnded }

  /// What the first value of the replacement changes.
  @usableFromInline
  struct Beginning {
    /// Upstream, to be cancelled.
    @usableFromInline let replaced: SubscriptionObject?

    /// What to request from the replacement, besides what the first value leads to.
    @usableFromInline let demand: Subscribers.Demand
  }

  /// Lets the replacement begin, at its first value, while `demand` of downstream is outstanding beyond the queued
  /// values.
  ///
  /// - Returns: `nil` if it has begun, or is not active.
  @usableFromInline
  mutating func begin(demand: Subscribers.Demand) -> Beginning? {
    guard !hasBegun, replacement.isActive else { return nil }
    hasBegun = true
    isFirstUnclaimed = demand == .none
    return Beginning(replaced: upstream.terminate(), demand: isFirstUnclaimed ? .none : demand - 1)
  }

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .replacement { return replacement.attach(subscription) ? .max(1) : nil }
    return !hasBegun && upstream.attach(subscription) ? demand : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    origin == .replacement ? replacement.isActive : upstream.isActive
  }

  // Each has received exactly the outstanding demand, but for the first value of the replacement; a value beyond it
  // breaks the contract, and is dropped.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count || (isFirstUnclaimed && count == 0) ? .append : .drop
  }

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    origin == .replacement ? replacement.terminate() : upstream.terminate()
  }

  @inlinable var isOver: Bool {
    replacement.phase == .terminated && (hasBegun || upstream.phase == .terminated)
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if hasBegun { return UpstreamRequests(claimed(event.more), of: .replacement) }
    // Without upstream the demand stays outstanding until the replacement begins.
    return UpstreamRequests(upstream.isActive ? event.more : .none, of: .replaced)
  }

  /// - Returns: The part of `more` to request: one less if the first value was waiting for demand.
  @inlinable
  mutating func claimed(_ more: Subscribers.Demand) -> Subscribers.Demand {
    guard isFirstUnclaimed, more != .none else { return more }
    isFirstUnclaimed = false
    return more - 1
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .replacement ? replacement.subscription : upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    hasEnded = true
    return EndedUpstreams([upstream.terminate(), replacement.terminate()].compactMap { $0 })
  }
}

extension UpstreamKey {
  @inlinable static var replaced: Self { Self(index: 0) }

  @inlinable static var replacement: Self { Self(index: 1) }
}
