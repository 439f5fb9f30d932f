public import StreamCore
public import StreamParts

/// The rules of `buffer`: elements are queued until downstream requests them; ``Overflow`` decides about an element
/// that exceeds the capacity.
@frozen
@usableFromInline
struct BufferPolicy<Element, Failure: Error>: DeliveryPolicy {
  @usableFromInline
  enum Overflow {
    case dropsNewest, dropsOldest, fails
  }

  @usableFromInline let size: Int
  @usableFromInline let overflow: Overflow

  /// The first request to upstream.
  @usableFromInline let prefetch: Subscribers.Demand

  /// The request for each element that has been delivered.
  @usableFromInline let refill: Subscribers.Demand

  /// Whether downstream's demand is upstream's: a buffer without room that must not drop.
  @usableFromInline let passesDemand: Bool

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// The subscription of an upstream that has overflowed the buffer, to be cancelled outside the lock.
  @usableFromInline var overflowed: SubscriptionObject?

  @usableFromInline var hasCompleted = false

  @usableFromInline
  init(size: Int, overflow: Overflow, prefetch: Publishers.PrefetchStrategy, passesDemand: Bool = false) {
    self.size = size
    self.passesDemand = passesDemand
    self.overflow = overflow
    switch prefetch {
    case .keepFull: (self.prefetch, refill) = (.max(size), .max(1))
    case .byRequest: (self.prefetch, refill) = (.unlimited, .none)
    }
  }

  @usableFromInline static var keepsReadyOnFailure: Bool { true }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    upstream.attach(subscription) ? (passesDemand ? demand : prefetch) : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { upstream.isActive }

  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    count < size ? .append : placeWhenFull()
  }

  @usableFromInline
  mutating func placeWhenFull() -> QueueAction {
    switch overflow {
    case .dropsNewest: return .drop
    case .dropsOldest: return size > 0 ? .replaceOldest : .drop
    case .fails:
      // From now on, upstream's values and its completion are ignored.
      overflowed = upstream.terminate()
      return .overflow
    }
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject? {
    guard let ended = upstream.terminate() else { return nil }
    hasCompleted = true
    return ended
  }

  @inlinable var isOver: Bool { hasCompleted }

  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    if passesDemand { requests.ask(.one(UpstreamKey()), for: more) }
  }

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    let refill = passesDemand ? more : refill
    if caller == nil { requests.ask(.one(origin), for: refill) } else { returned += refill }
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { upstream.subscription }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate()].compactMap { $0 })
  }

  @usableFromInline var upstreams: [UpstreamState] { [upstream] }
}
