public import StreamCore

/// The rules of `buffer`, and of sources that queue: elements are queued until downstream requests them; ``Overflow``
/// decides about an element that exceeds the capacity.
@frozen
@usableFromInline
package struct BufferPolicy<Element, Failure: Error>: OverflowingPolicy, SingleUpstreamPolicy, BoundedPolicy {
  @frozen
  @usableFromInline
  package enum Overflow {
    case dropsNewest, dropsOldest, fails
  }

  @usableFromInline let size: Int
  @usableFromInline let overflow: Overflow

  /// The first request to upstream.
  @usableFromInline let prefetch: Subscribers.Demand

  /// The request for each element that has been delivered.
  @usableFromInline package let refill: Subscribers.Demand

  /// Whether downstream's demand is upstream's: a buffer without room that must not drop.
  @usableFromInline package let passesDemand: Bool

  @usableFromInline package var upstream = UpstreamState.awaitingSubscription
  @usableFromInline package var overflowed: SubscriptionObject?

  @usableFromInline var hasCompleted = false

  /// - Parameters:
  ///   - size: The capacity in elements.
  ///   - overflow: What happens to an element that exceeds the capacity.
  ///   - keepsFull: Whether the demand on upstream is limited to the room in the queue, or unlimited.
  ///   - passesDemand: Whether upstream is asked for what downstream asks for instead.
  @usableFromInline
  package init(size: Int, overflow: Overflow, keepsFull: Bool = false, passesDemand: Bool = false) {
    self.size = size
    self.passesDemand = passesDemand
    self.overflow = overflow
    (prefetch, refill) = keepsFull ? (.max(size), .max(1)) : (.unlimited, .none)
  }

  @usableFromInline
  package mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    upstream.attach(subscription) ? (passesDemand ? demand : prefetch) : nil
  }

  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    count < size || hasRoom(beside: count, demand) ? .append : placeWhenFull()
  }

  /// Whether there is room beside `count` queued values, at least `size`, because downstream has asked for some of
  /// them: these wait for the delivery of another, and not for demand, and take no room of a source that queues.
  @inlinable
  func hasRoom(beside count: Int, _ demand: Subscribers.Demand) -> Bool {
    passesDemand && demand > .max(count - size)
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
  package mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard let ended = upstream.terminate() else { return nil }
    hasCompleted = true
    return ended
  }

  @inlinable package var isOver: Bool { hasCompleted }

  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if passesDemand { return UpstreamRequests(event.more) }
    guard case .delivered = event else { return UpstreamRequests() }
    return UpstreamRequests(refill)
  }
}

extension BufferPolicy {
  /// - Parameters:
  ///   - size: The capacity in elements.
  ///   - whenFull: What happens to an element that exceeds the capacity, and how upstream is asked.
  @usableFromInline
  package init(size: Int, whenFull: StreamOverflowPolicy<Failure>) {
    self.init(
      size: size, overflow: Overflow(whenFull), keepsFull: whenFull.suspends && size < .max,
      passesDemand: whenFull.suspends && size == 0)
  }
}

extension BufferPolicy.Overflow {
  /// A suspending queue drops elements that a source sends without demand.
  @usableFromInline
  package init(_ whenFull: StreamOverflowPolicy<Failure>) {
    switch whenFull {
    case .suspend, .dropNewest: self = .dropsNewest
    case .dropOldest: self = .dropsOldest
    case .error: self = .fails
    }
  }
}
