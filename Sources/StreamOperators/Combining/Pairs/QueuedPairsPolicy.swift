public import StreamCore
public import StreamParts

/// The rules of `zip` with a bound, `zipLongest`, `sequenceEqual` and `mergeSorted`: the elements of two publishers
/// wait in a queue each, and pairs are made when there is demand for them.
@usableFromInline
struct QueuedPairsPolicy<A, B, Failure: Error>: DeliveryPolicy {
  @usableFromInline typealias Element = QueuedPair<A, B>

  /// Whether elements of one are delivered alone when the other has finished.
  @usableFromInline let isPadded: Bool

  /// The maximum number of elements in each queue.
  @usableFromInline let bound: Int

  @usableFromInline let whenFull: WhenFull

  /// Of a pair, one element is delivered, and the other stays in its queue: whether it is the second that is delivered,
  /// as downstream says while it receives the pair. `nil` if both are. The drain thread alone writes and reads it.
  @usableFromInline let choosesSecond: SerialState<Bool>?

  @usableFromInline var first = UpstreamState.awaitingSubscription
  @usableFromInline var second = UpstreamState.awaitingSubscription
  @usableFromInline var firstElements = Queue<A>()
  @usableFromInline var secondElements = Queue<B>()

  /// Whether a queue has refused an element, and the stream is about to fail.
  @usableFromInline var hasOverflowed = false

  @inlinable
  init(isPadded: Bool, bound: Int, whenFull: WhenFull, choosesSecond: SerialState<Bool>? = nil) {
    (self.isPadded, self.bound, self.whenFull, self.choosesSecond) = (isPadded, bound, whenFull, choosesSecond)
  }

  // MARK: Elements

  /// Queues an element of the first publisher. What is dropped is left in `element`, to be released outside the lock.
  @inlinable
  mutating func holdFirst(_ element: inout A?) -> HoldOutcome {
    let outcome = firstElements.append(&element, bound: bound, whenFull)
    if outcome == .overflow { hasOverflowed = true }
    return outcome
  }

  /// Queues an element of the second publisher, likewise.
  @inlinable
  mutating func holdSecond(_ element: inout B?) -> HoldOutcome {
    let outcome = secondElements.append(&element, bound: bound, whenFull)
    if outcome == .overflow { hasOverflowed = true }
    return outcome
  }

  @inlinable
  mutating func next() -> QueuedPair<A, B>? {
    guard !hasOverflowed else { return nil }
    if choosesSecond != nil { return choice }
    switch (firstElements.isEmpty, secondElements.isEmpty) {
    case (false, false): return QueuedPair(firstElements.popFirst(), secondElements.popFirst())
    case (false, true) where isPadded && second.phase == .terminated: return QueuedPair(firstElements.popFirst(), nil)
    case (true, false) where isPadded && first.phase == .terminated: return QueuedPair(nil, secondElements.popFirst())
    default: return nil
    }
  }

  /// The oldest of both, which stay in their queues.
  @inlinable var choice: QueuedPair<A, B>? {
    let isComplete = !firstElements.isEmpty || first.phase == .terminated
    guard isComplete, !secondElements.isEmpty || second.phase == .terminated else { return nil }
    let pair = QueuedPair(firstElements.first, secondElements.first)
    return pair.a == nil && pair.b == nil ? nil : pair
  }

  // MARK: Upstream

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    let isTaken = origin.index == 0 ? first.attach(subscription) : second.attach(subscription)
    return isTaken ? whenFull.prefetch(bound: bound) : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    !hasOverflowed && (origin.index == 0 ? first.isActive : second.isActive)
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    if hasOverflowed { return nil }
    return origin.index == 0 ? first.terminate() : second.terminate()
  }

  @inlinable var isOver: Bool {
    if hasOverflowed { return false }
    let isFirstOut = first.phase == .terminated && firstElements.isEmpty
    let isSecondOut = second.phase == .terminated && secondElements.isEmpty
    return isPadded ? isFirstOut && isSecondOut : isFirstOut || isSecondOut
  }

  // MARK: Demand

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    guard case .delivered = event else { return UpstreamRequests() }
    if let choosesSecond { return requests(afterSecond: choosesSecond.value) }
    // An element of each that has not finished has left its queue.
    return UpstreamRequests(whenFull.refill(bound: bound), of: .all())
  }

  /// Removes the element that has been delivered, which the drain loop still holds.
  @inlinable
  mutating func requests(afterSecond isSecond: Bool) -> UpstreamRequests {
    if isSecond { _ = secondElements.popFirst() } else { _ = firstElements.popFirst() }
    let origin = UpstreamKey(index: isSecond ? 1 : 0)
    return isActive(origin) ? UpstreamRequests(whenFull.refill(bound: bound), of: origin) : UpstreamRequests()
  }

  @usableFromInline
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    guard origin.isAll else { return origin.index == 0 ? first.subscription : second.subscription }
    let (first, second) = (origin.epoch == 0 ? nil : first.subscription, origin.epoch == 1 ? nil : second.subscription)
    return UpstreamGroup([first, second].compactMap { $0 })
  }

  // MARK: End

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    defer { (firstElements, secondElements) = (Queue(), Queue()) }
    return EndedUpstreams(
      [first.terminate(), second.terminate()].compactMap { $0 }, releasing: (firstElements, secondElements))
  }
}
