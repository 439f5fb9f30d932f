public import StreamCore
public import StreamParts

/// The rules of `withLatestFrom`: each element of upstream is delivered with the latest element of each other
/// publisher.
///
/// Upstream has the key `outer`, the others have the indices from zero. The elements of the others are of different
/// types: the policy knows only which of them hold one.
@usableFromInline
struct LatestPolicy<Element, Failure: Error>: BoundedPolicy {
  @usableFromInline
  struct Other {
    @usableFromInline let elements: any SideElements
    @usableFromInline var upstream = UpstreamState.awaitingSubscription
    @usableFromInline var isEmpty = true

    @inlinable
    init(_ elements: any SideElements) {
      self.elements = elements
    }
  }

  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var others: ContiguousArray<Other> = []

  /// How many of the others have not delivered an element yet.
  @usableFromInline var emptyCount = 0

  /// Whether one of the others has finished without an element, so that nothing can be delivered any more.
  @usableFromInline var isExhausted = false

  @inlinable
  init() {}

  @inlinable
  mutating func setOthers(_ elements: [any SideElements]) {
    others = ContiguousArray(elements.map { Other($0) })
    emptyCount = others.count
  }

  /// Records that one of the others holds an element.
  @inlinable
  mutating func hold(_ other: Int) {
    if others[other].isEmpty { emptyCount -= 1 }
    others[other].isEmpty = false
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .outer { return upstream.attach(subscription) ? demand : nil }
    return others[origin.index].upstream.attach(subscription) ? .unlimited : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    origin == .outer ? upstream.isActive : others[origin.index].upstream.isActive
  }

  // Upstream has received exactly the outstanding demand; a value beyond it breaks the contract, and is dropped.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    if origin == .outer { return upstream.terminate() }
    guard let ended = others[origin.index].upstream.terminate() else { return nil }
    if others[origin.index].isEmpty { isExhausted = true }
    return ended
  }

  @inlinable var isOver: Bool { isExhausted || upstream.phase == .terminated }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests(event.more, of: .outer)
  }

  @usableFromInline
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .outer ? upstream.subscription : others[origin.index].upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { others = [] }
    return EndedUpstreams(
      others.compactMap(\.upstream.subscription) + [upstream.terminate()].compactMap { $0 },
      releasing: others.map { $0.elements.removeAll() })
  }
}
