public import StreamCore

/// The rules of `merge` and `flatMap`: values of all children, in the order in which they arrive.
///
/// A child receives unlimited demand if downstream has requested it, and otherwise requests for one value at a time,
/// so that at most one value of each child is queued.
@frozen
@usableFromInline
package struct MergePolicy<Element, Failure: Error>: RunningPolicy {
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

  /// Adds a child, which must then be subscribed to.
  ///
  /// - Returns: Its key; `nil` if no more children are accepted.
  @inlinable
  package mutating func addChild() -> UpstreamKey? {
    expectsChildren ? children.add() : nil
  }

  /// Ends the adding of children, for a merge without an outer publisher.
  @usableFromInline
  package mutating func endChildren() {
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
  package mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard origin.isOuter else { return children.remove(origin) }
    guard let ended = outer.terminate() else { return nil }
    expectsChildren = false
    return ended
  }

  @inlinable
  package mutating func startRun(of origin: UpstreamKey) -> Bool { children.isAwaited(origin) }

  @inlinable
  package mutating func endRun(of origin: UpstreamKey) -> Bool { children.removeAwaited(origin) }

  @inlinable package var isOver: Bool { !expectsChildren && children.count == 0 }

  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested: becomeUnlimited(total)
    case .delivered(let child, _):
      becomeUnlimited(total)
      if !isUnlimited { return UpstreamRequests(.max(1), of: child) }
    case .completed(let child):
      // There is room for another child.
      if !child.isOuter, limit != .unlimited { return UpstreamRequests(.max(1), of: .outer) }
    case .drained:
      guard owesUnlimited else { break }
      owesUnlimited = false
      return UpstreamRequests(.unlimited, of: .all())
    }
    return UpstreamRequests()
  }

  @inlinable
  mutating func becomeUnlimited(_ total: Subscribers.Demand) {
    if total == .unlimited, !isUnlimited { (isUnlimited, owesUnlimited) = (true, true) }
  }

  @inlinable
  package func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    if origin.isAll { return UpstreamGroup(children.subscriptions) }
    return origin.isOuter ? outer.subscription : children.subscription(of: origin)
  }

  @usableFromInline
  package mutating func end() -> EndedUpstreams {
    expectsChildren = false
    defer { children = ChildPlaces() }
    return EndedUpstreams(children.subscriptions + [outer.terminate()].compactMap { $0 })
  }
}

extension UpstreamKey {
  /// Whether it is the outer publisher, whose elements are the children. Those have epochs from 1.
  @inlinable var isOuter: Bool { index < 0 }
}
