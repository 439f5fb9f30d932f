public import StreamCore
public import StreamParts

/// The rules of `expand`: elements of upstream and of the children, each of which waits, once it has been delivered, to
/// be transformed into a child.
///
/// The delivery does not request the next step. The loop of the ``Expansion`` takes it; a request or a delivery wakes
/// that loop through the `driver`. The epoch in the key of a child is the child's number, from 1.
@usableFromInline
struct ExpandPolicy<Element, Failure: Error>: DeliveryPolicy {
  @usableFromInline
  enum Action {
    /// Transform an element into a child, and subscribe to that.
    case start(Element, UpstreamKey)
    case ask(SubscriptionObject)
    case report(dropped: [Element])
    case fail
  }

  @usableFromInline let maxPublishers: Int
  @usableFromInline let maxPending: Int
  @usableFromInline let whenFull: WhenFull
  @usableFromInline var driver: SubscriptionObject?
  @usableFromInline var outer = ExpandSource(epoch: 0)

  @usableFromInline var children = ExpandChildren()
  @usableFromInline var lastChild = 0

  /// Elements that have arrived and have not been delivered, then those that wait to be transformed.
  @usableFromInline var arrived = Queue<Element>()
  @usableFromInline var pending = Queue<Element>()

  /// The demand of downstream that has not been requested from a source yet.
  @usableFromInline var demand = Subscribers.Demand.none

  /// The number of requested elements that have not arrived yet.
  @usableFromInline var askedCount = 0

  /// Elements that are dropped, to be released and reported outside the lock.
  @usableFromInline var dropped: [Element] = []
  @usableFromInline var hasOverflowed = false

  @usableFromInline
  init(maxPublishers: Int, maxPending: Int, whenFull: WhenFull) {
    (self.maxPublishers, self.maxPending, self.whenFull) = (maxPublishers, maxPending, whenFull)
  }

  /// - Returns: Whether this is the first call.
  @usableFromInline
  mutating func begin(driver: SubscriptionObject) -> Bool {
    guard self.driver == nil, outer.upstream.phase == .awaitingSubscription else { return false }
    self.driver = driver
    return true
  }

  // MARK: The loop

  /// - Returns: What to do next, outside the lock; `nil` to wait.
  @usableFromInline
  mutating func nextAction() -> Action? {
    if !dropped.isEmpty {
      defer { dropped = [] }
      return .report(dropped: dropped)
    }
    if hasOverflowed {
      hasOverflowed = false
      return .fail
    }
    if children.count < maxPublishers || isStuck, let element = pending.popFirst() {
      lastChild += 1
      children.append(ExpandSource(epoch: lastChild))
      return .start(element, UpstreamKey(epoch: lastChild))
    }
    guard demand != .none, hasRoom else { return nil }
    // Over the limit, go depth-first: then there are no more open children than the tree has levels.
    let idle = children.count > maxPublishers ? children.lastIdle : children.firstIdle
    guard let source = idle.map({ children.update($0) { $0.ask() } }) ?? (outer.isIdle ? outer.ask() : nil) else {
      return nil
    }
    demand -= 1
    askedCount += 1
    return .ask(source)
  }

  /// Whether more elements fit into the queue than have been asked for.
  @usableFromInline var hasRoom: Bool {
    whenFull != .suspends || askedCount + arrived.count + pending.count < maxPending
  }

  /// Whether the queue is full, and all children have to wait for room.
  @usableFromInline var isStuck: Bool {
    whenFull == .suspends && demand != .none && pending.count >= maxPending && askedCount == 0 && arrived.isEmpty
      && children.areIdle
  }

  // MARK: Elements

  /// Takes an element of a source that is active.
  ///
  /// - Returns: The element; `nil` if it was not requested.
  @inlinable
  mutating func take(_ element: Element, from origin: UpstreamKey, isUnrequested: inout Bool) -> Element? {
    guard settle(origin) else {
      isUnrequested = true
      return nil
    }
    arrived.append(element)
    return element
  }

  /// - Returns: Whether an element had been requested from the source; that request is now settled.
  @usableFromInline
  mutating func settle(_ origin: UpstreamKey) -> Bool {
    if origin == .outer {
      guard outer.isAsked else { return false }
      outer.isAsked = false
    } else {
      guard let place = children.place(of: origin.epoch), children[place].isAsked else { return false }
      children.update(place) { $0.isAsked = false }
    }
    askedCount -= 1
    return true
  }

  @usableFromInline
  mutating func enqueue(_ element: Element) {
    guard pending.count >= maxPending else { return pending.append(element) }
    switch whenFull {
    case .suspends, .dropsNewest: dropped.append(element)
    case .dropsOldest:
      if let oldest = pending.popFirst() { dropped.append(oldest) }
      pending.append(element)
    case .fails: hasOverflowed = true
    }
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested: break
    case .delivered: if let element = arrived.popFirst() { enqueue(element) }
    case .completed, .drained: return UpstreamRequests()
    }
    demand += event.more
    return UpstreamRequests(.max(1), of: .driver)
  }

  // MARK: Sources

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .outer { return outer.upstream.attach(subscription) ? Subscribers.Demand.none : nil }
    guard let place = children.place(of: origin.epoch), children.update(place, { $0.upstream.attach(subscription) })
    else { return nil }
    return Subscribers.Demand.none
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    origin == .outer
      ? outer.upstream.isActive : children.place(of: origin.epoch).map { children[$0].upstream.isActive } ?? false
  }

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard isActive(origin) else { return nil }
    // The demand that was requested from it goes to the other sources.
    if settle(origin) { demand += 1 }
    if origin == .outer { return outer.upstream.terminate() }
    return children.place(of: origin.epoch).flatMap { children.remove($0) }
  }

  @inlinable var isOver: Bool {
    outer.upstream.phase == .terminated && children.isEmpty && pending.isEmpty && arrived.isEmpty && !hasOverflowed
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    if origin == .driver { return driver }
    return origin == .outer
      ? outer.upstream.subscription : children.place(of: origin.epoch).flatMap { children[$0].upstream.subscription }
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer {
      driver = nil
      (children, pending, arrived, dropped) = (ExpandChildren(), Queue(), Queue(), [])
    }
    let running = children.subscriptions
    return EndedUpstreams(
      [outer.upstream.terminate()].compactMap { $0 } + running, releasing: (driver, children, pending, arrived, dropped)
    )
  }
}

extension UpstreamKey {
  /// What runs the loop.
  @inlinable static var driver: Self { Self(index: -2) }
}
