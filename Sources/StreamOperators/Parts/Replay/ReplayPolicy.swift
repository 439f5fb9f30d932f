public import StreamCore

/// The rules of a subscriber of a ``ReplayHub``. What it has requested is held for it; what it has not stays in the
/// log, of which it loses the oldest once it is behind by more than the limit.
///
/// The lock of the hub is taken under that of the delivery, never the other way round.
@frozen
@usableFromInline
struct ReplayPolicy<Element, Failure: Error>: SingleUpstreamPolicy {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  @usableFromInline let hub: ReplayHub<Element, Failure>

  /// What has been requested, and waits for the delivery of another value.
  @usableFromInline var held = Queue<Element>()

  /// The position of the next element.
  @usableFromInline var cursor = 0

  /// The position after the newest element that the hub has offered.
  @usableFromInline var offered = 0

  /// How many elements have been lost without a report.
  @usableFromInline var lost = 0
  @usableFromInline var hasCompleted = false
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(_ hub: ReplayHub<Element, Failure>) {
    self.hub = hub
  }

  @usableFromInline
  mutating func begin(at log: ReplayLog<Element>) {
    (cursor, offered) = (log.replayStart, log.end)
  }

  // MARK: The hub

  /// Takes the value that the hub offers if it has been requested, and no earlier one is left in the log.
  ///
  /// - Returns: Whether the caller delivers or holds the value.
  @inlinable
  mutating func takes(_ demand: Subscribers.Demand) -> Bool {
    let isTaken = cursor == offered && demand > .max(held.count)
    offered += 1
    if isTaken { cursor = offered }
    return isTaken
  }

  @inlinable
  mutating func hold(_ value: Element) {
    held.append(value)
  }

  /// Leaves behind what is over the limit.
  ///
  /// - Returns: How many elements have been lost since the last call.
  @inlinable
  mutating func loseOldest() -> Int {
    if cursor < offered {
      if hub.hasClock { claim(.none) }
      skip(to: offered - hub.limit)
    }
    return takeLost()
  }

  /// - Returns: How many elements have been lost since the last call.
  @inlinable
  mutating func takeLost() -> Int {
    defer { lost = 0 }
    return lost
  }

  @usableFromInline
  mutating func skip(to position: Int) {
    guard cursor < position else { return }
    lost += position - cursor
    cursor = position
  }

  /// The completion of the hub, which comes after what has been offered.
  @usableFromInline
  mutating func complete(_ completion: Subscribers.Completion<Failure>) {
    guard upstream.isActive else { return }
    hasCompleted = true
    if case .failure(let failure) = completion { self.failure = failure }
    claim(.none)
  }

  @inlinable var isOver: Bool { hasCompleted && held.isEmpty && cursor == offered }

  // MARK: Downstream

  /// Holds the elements of the log for which there is demand.
  @inlinable
  mutating func claim(_ demand: Subscribers.Demand) {
    guard cursor < offered else { return }
    hub.withLog { log in
      skip(to: min(log.start, offered))
      while demand > .max(held.count), cursor < offered, let element = log[cursor] {
        held.append(element)
        cursor += 1
      }
    }
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    guard event.more != .none else { return UpstreamRequests() }
    claim(total)
    // The branch, which is the upstream, reports what has been lost, outside the lock.
    return UpstreamRequests(lost > 0 ? .max(1) : .none)
  }

  @inlinable
  package mutating func next() -> Element? { held.popFirst() }

  // MARK: End

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    // The hub has removed it already if it has sent a completion.
    let ended = upstream.terminate()
    defer { (held, failure) = (Queue(), nil) }
    return EndedUpstreams(
      hasCompleted ? [] : [ended].compactMap { $0 }, releasing: (held, ended), failure: failure, reportsFailure: false)
  }
}

extension DeliveryState {
  /// Takes a value that the hub offers.
  ///
  /// - Returns: Whether the caller delivers it, and how many elements the subscriber has lost.
  @inlinable
  mutating func take<Value, Failure>(_ value: Value) -> (isDue: Bool, lost: Int)
  where Policy == ReplayPolicy<Value, Failure> {
    guard !hasEnded else { return (false, 0) }
    guard policy.takes(demand) else { return (false, policy.loseOldest()) }
    // It must not overtake what a request holds, whose thread reports losses before it delivers.
    if policy.held.isEmpty, startDelivering() { return (true, 0) }
    policy.hold(value)
    return (false, 0)
  }
}
