public import StreamCore

/// The rules of `merge` and `flatMap`: values of all children, in the order in which they arrive.
///
/// A child receives unlimited demand if downstream has requested it, and otherwise requests for one value at a time,
/// so that at most one value of each child is queued.
@frozen
@usableFromInline
package struct MergePolicy<Element, Failure: Error>: DeliveryPolicy {
  /// The maximum number of concurrent children.
  @usableFromInline let limit: Subscribers.Demand

  @usableFromInline var outer = UpstreamState.awaitingSubscription
  @usableFromInline var children = ChildPlaces()

  /// Whether children can still be added.
  @usableFromInline var expectsChildren = true

  /// Whether downstream has requested unlimited demand, which has not been passed on to the children yet.
  ///
  /// It is passed on when the drain loop is over. Earlier, all that the children deliver from inside `request(_:)`
  /// would be queued, without a bound.
  @usableFromInline var owesUnlimited = false

  @usableFromInline var isUnlimited = false

  /// Whether an inspector is armed: it sees only what is subscribed to.
  @usableFromInline let isSeen = InspectionHook.isOn

  /// - Parameter limit: The maximum number of concurrent children. It is requested from the outer publisher.
  @inlinable
  package init(limit: Subscribers.Demand = .unlimited) {
    self.limit = limit
  }

  @inlinable package var isOuterActive: Bool { outer.isActive }

  /// Adds a child, which must then be subscribed to.
  ///
  /// - Returns: Its key; `nil` if no more children are accepted.
  @inlinable
  package mutating func addChild() -> UpstreamKey? {
    expectsChildren ? children.add() : nil
  }

  /// Ends the adding of children, for a merge without an outer publisher.
  @usableFromInline
  mutating func endChildren() {
    expectsChildren = false
  }

  @inlinable
  package mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin.isOuter { return outer.attach(subscription) ? limit : nil }
    guard children.attach(subscription, of: origin) else { return nil }
    return demand == .unlimited ? .unlimited : .max(1)
  }

  @inlinable
  package func isActive(_ origin: UpstreamKey) -> Bool {
    children.isActive(origin)
  }

  @inlinable
  package mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject? {
    if origin.isOuter {
      guard let ended = outer.terminate() else { return nil }
      expectsChildren = false
      return ended
    }
    guard let ended = children.remove(origin) else { return nil }
    oneChildEnded(&requests)
    return ended
  }

  @inlinable
  package mutating func startRun(of origin: UpstreamKey) -> Bool { children.isAwaited(origin) }

  @inlinable
  package mutating func endRun(of origin: UpstreamKey, _ requests: inout UpstreamRequests) -> Bool {
    guard children.removeAwaited(origin) else { return false }
    oneChildEnded(&requests)
    return true
  }

  /// There is room for another child.
  @inlinable
  mutating func oneChildEnded(_ requests: inout UpstreamRequests) {
    if limit != .unlimited { requests.ask(.one(.outer), for: .max(1)) }
  }

  @inlinable package var isOver: Bool { !expectsChildren && children.count == 0 }

  @inlinable
  package mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    guard total == .unlimited, !isUnlimited else { return }
    isUnlimited = true
    owesUnlimited = true
  }

  @inlinable
  package mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    if isUnlimited { return }
    if total == .unlimited { return requested(more, total: total, &requests) }
    if origin == caller { returned += 1 } else { requests.ask(.one(origin), for: .max(1)) }
  }

  @inlinable
  package mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {
    guard owesUnlimited else { return }
    owesUnlimited = false
    requests.ask(.all(except: -1), for: .unlimited)
  }

  @inlinable
  package func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin.isOuter ? outer.subscription : children.subscription(of: origin)
  }

  @usableFromInline
  package func subscriptions(except exception: Int) -> [SubscriptionObject] { children.subscriptions }

  @usableFromInline
  package mutating func end() -> EndedUpstreams {
    expectsChildren = false
    defer { children = ChildPlaces() }
    return EndedUpstreams(children.subscriptions + [outer.terminate()].compactMap { $0 })
  }

  @usableFromInline package var upstreams: [UpstreamState] {
    [outer] + children.subscriptions.map { .active($0) }
  }
}

extension UpstreamKey {
  /// The outer publisher, whose elements are the children. Those have epochs from 1.
  @inlinable package static var outer: Self { Self(index: -1) }

  @inlinable var isOuter: Bool { index < 0 }
}
