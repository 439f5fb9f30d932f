public import StreamCore
public import StreamParts

/// The rules of `gate`: elements are delivered while the gate is open. Every delivered element passes through the
/// queue, so that the gate may close during a delivery.
@usableFromInline
struct GatePolicy<Element, Failure: Error>: OverflowingPolicy {
  /// What happens to the elements that arrive while the gate is closed.
  @usableFromInline
  enum Holding {
    case nothing, newest, requested

    /// At most `bound` elements; the bound applies while the gate is open, too.
    case queue(bound: Int, WhenFull)
  }

  @usableFromInline let holding: Holding
  @usableFromInline var isOpen: Bool

  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var opening = UpstreamState.awaitingSubscription

  @usableFromInline var held = Queue<Element>()

  /// The demand on upstream that has not been met yet.
  @usableFromInline var outstanding = Subscribers.Demand.none

  /// The demand to request from upstream when the gate opens.
  @usableFromInline var withheld = Subscribers.Demand.none

  /// The subscription of an upstream that has filled the queue, to be cancelled outside the lock.
  @usableFromInline var overflowed: SubscriptionObject?

  /// Whether a full queue fails the stream, but the failure has not been made yet.
  @usableFromInline var awaitsFailure = false

  /// The failure of a full queue: it comes after what is held.
  @usableFromInline var failure: Failure?

  @inlinable
  init(_ holding: Holding, isOpen: Bool) {
    (self.holding, self.isOpen) = (holding, isOpen)
  }

  // MARK: Elements

  /// Holds an element, or leaves it out.
  ///
  /// - Parameters:
  ///   - element: The new element; afterwards the older one that it has replaced, to be released outside the lock.
  ///   - isWanted: Whether a value can be delivered immediately.
  /// - Returns: What happened to the new element.
  @inlinable
  mutating func hold(_ element: inout Element?, isWanted: Bool) -> HoldOutcome {
    guard outstanding != .none else { return .dropped }
    outstanding -= 1
    if isOpen, isWanted, held.isEmpty { return append(&element) }
    switch holding {
    case .requested: return append(&element)
    case .nothing:
      if isOpen { return append(&element) }
      outstanding += 1
      return .leftOut
    case .newest:
      if isOpen || held.isEmpty { return append(&element) }
      return replaceNewest(&element)
    case .queue(let bound, let whenFull):
      let outcome = held.append(&element, bound: bound, whenFull)
      if outcome == .overflow { overflow() }
      return outcome
    }
  }

  @inlinable
  mutating func append(_ element: inout Element?) -> HoldOutcome {
    if let new = element.take() { held.append(new) }
    return .held
  }

  // An element that was held when the gate closed, because one was being delivered, gives way to the newest, too.
  @usableFromInline
  mutating func replaceNewest(_ element: inout Element?) -> HoldOutcome {
    guard let new = element.take() else { return .held }
    element = held.replaceLast(by: new)
    outstanding += 1
    return .leftOut
  }

  @usableFromInline
  mutating func overflow() {
    overflowed = upstream.terminate()
    awaitsFailure = true
  }

  /// Opens or closes the gate.
  @inlinable
  mutating func open(_ opens: Bool) -> UpstreamRequests {
    isOpen = opens
    guard opens, withheld != .none else { return UpstreamRequests() }
    defer { withheld = .none }
    return ask(withheld)
  }

  /// Ends the wait for the failure of a full queue.
  ///
  /// - Returns: Whether the failure is kept: not if the stream has ended meanwhile.
  @usableFromInline
  mutating func fail(with failure: Failure) -> Bool {
    guard awaitsFailure else { return false }
    (self.failure, awaitsFailure) = (failure, false)
    return true
  }

  @inlinable
  mutating func next() -> Element? { isOpen ? held.popFirst() : nil }

  // MARK: Upstream

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .opening { return opening.attach(subscription) ? .unlimited : nil }
    guard upstream.attach(subscription) else { return nil }
    switch holding {
    case .queue(let bound, let whenFull): outstanding = whenFull.prefetch(bound: bound)
    case .requested where !isOpen: withheld = demand
    default: outstanding = demand
    }
    return outstanding
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { origin == .opening ? opening.isActive : upstream.isActive }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    origin == .opening ? opening.terminate() : upstream.terminate()
  }

  @inlinable var isOver: Bool {
    if awaitsFailure { return false }
    return upstream.phase == .terminated && held.isEmpty || opening.phase == .terminated && !isOpen
  }

  // MARK: Demand

  @inlinable
  mutating func ask(_ more: Subscribers.Demand) -> UpstreamRequests {
    guard upstream.isActive else { return UpstreamRequests() }
    outstanding += more
    return UpstreamRequests(more)
  }

  /// The demand to request from upstream when downstream requests `more`.
  @inlinable
  mutating func passedOn(_ more: Subscribers.Demand) -> Subscribers.Demand {
    switch holding {
    case .queue: return .none
    case .requested where !isOpen:
      withheld += more
      return .none
    default: return more
    }
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if case .delivered = event, case .queue(let bound, let whenFull) = holding {
      return ask(whenFull.refill(bound: bound))
    }
    return ask(passedOn(event.more))
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .opening ? opening.subscription : upstream.subscription
  }

  // MARK: End

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer {
      held = Queue()
      (failure, awaitsFailure) = (nil, false)
    }
    return EndedUpstreams(
      [upstream.terminate(), opening.terminate()].compactMap { $0 }, releasing: held, failure: failure)
  }
}

extension UpstreamKey {
  /// The publisher that opens and closes a gate.
  @inlinable static var opening: Self { Self(index: 1) }
}
