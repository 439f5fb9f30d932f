public import StreamCore

/// The rules of an operator whose queue has a bound.
@usableFromInline
package protocol BoundedPolicy: DeliveryPolicy {
  /// Decides about a value that cannot be delivered immediately, while `count` values are queued and `demand` of
  /// downstream is outstanding.
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction
}

/// What happens to a value that cannot be delivered immediately.
@frozen
@usableFromInline
package enum QueueAction {
  /// It is queued.
  case append

  /// It is queued, and the oldest queued value is dropped.
  case replaceOldest

  /// It replaces the newest queued value.
  case replaceNewest

  /// It is dropped.
  case drop

  /// It is dropped, and the stream must end, because the queue is full.
  case overflow
}

/// What has been decided about a value.
@usableFromInline
package enum OfferAction {
  /// The caller delivers the value and becomes the drain thread.
  case deliver

  /// Nothing to do: the value is queued, or comes after the end.
  case nothing

  /// The value, or the one that it replaces, is dropped.
  case dropped

  /// The queue is full: the value is dropped, and the stream must end.
  case overflow
}

extension SerialDelivery where Policy: BoundedPolicy {
  /// Takes a value. If downstream has not asked for it, and the policy drops it, that is reported.
  ///
  /// - Returns: What to request from the upstream that sent the value.
  @inlinable @inline(__always)
  package func receive(_ value: Policy.Element, from origin: UpstreamKey) -> Subscribers.Demand {
    receive(value, from: origin, dropped: { reportDrop() }, overflow: {})
  }

  /// Takes a value. Outside the lock `dropped` is called if the value or an older one is dropped, and `overflow` if the
  /// queue is full and the stream must end.
  ///
  /// - Returns: What to request from the upstream that sent the value.
  @inlinable @inline(__always)
  package func receive(
    _ value: Policy.Element, from origin: UpstreamKey, dropped: () -> Void, overflow: () -> Void
  ) -> Subscribers.Demand {
    var replaced: Policy.Element?
    let action = state.withLock { $0.offer(value, from: origin, replaced: &replaced) }
    extendLifetime(replaced)
    switch action {
    case .deliver: return drain(value, from: origin, caller: origin)
    case .nothing: interruptRun()
    case .dropped: dropped()
    case .overflow: overflow()
    }
    return .none
  }

  /// Takes a value of a source that needs to know whether it was delivered.
  ///
  /// - Returns: What was decided about it: `deliver` if it has been delivered by this call; `nil` if it came after the
  ///   end.
  @inlinable
  package func offer(_ value: Policy.Element, from origin: UpstreamKey) -> OfferAction? {
    var replaced: Policy.Element?
    let action: OfferAction? = state.withLock { state in
      guard !state.hasEnded, state.policy.isActive(origin) else { return nil }
      return state.offer(value, from: origin, replaced: &replaced)
    }
    extendLifetime(replaced)
    if case .deliver = action { drain(value, from: origin) }
    return action
  }

  /// Takes a value that is combined with those of other upstreams. A drop is reported.
  ///
  /// - Returns: What to request from the upstream.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, combine: (inout Policy) -> Policy.Element?
  ) -> Subscribers.Demand {
    receive(from: origin, dropped: { reportDrop() }, combine: combine)
  }

  /// As above; outside the lock `dropped` is called if the combined value or an older one is dropped.
  ///
  /// - Returns: What to request from the upstream.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, dropped: () -> Void, combine: (inout Policy) -> Policy.Element?
  ) -> Subscribers.Demand {
    var (replaced, next): (Policy.Element?, Policy.Element?)
    let isDropped = state.withLock { $0.offer(from: origin, replaced: &replaced, next: &next, combine: combine) }
    extendLifetime(replaced)
    guard let next else {
      if isDropped { dropped() }
      return .none
    }
    return drain(next, from: origin, caller: origin)
  }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: description, reason: .beyondDemand))
  }
}

extension DeliveryState where Policy: BoundedPolicy {
  /// Takes a value of an upstream. `replaced` gets the value that it replaces, to be released outside the lock.
  @inlinable
  mutating func offer(_ value: Element, from origin: UpstreamKey, replaced: inout Element?) -> OfferAction {
    guard !hasEnded, policy.isActive(origin) else { return .nothing }
    return startDelivering() ? .deliver : keep(value, from: origin, replaced: &replaced)
  }

  /// Takes a value of an upstream that the policy combines with those of others.
  ///
  /// `combine` returns the value to deliver, if one is complete. `next` gets it if the caller delivers it and becomes
  /// the drain thread; `replaced` gets the queued value that it replaces, to be released outside the lock.
  ///
  /// - Returns: Whether the value is dropped.
  @inlinable
  mutating func offer(
    from origin: UpstreamKey, replaced: inout Element?, next: inout Element?, combine: (inout Policy) -> Element?
  ) -> Bool {
    guard !hasEnded, policy.isActive(origin), let value = combine(&policy) else { return false }
    if startDelivering() {
      next = value
      return false
    }
    if case .dropped = keep(value, from: origin, replaced: &replaced) { return true }
    return false
  }

  /// Queues or drops a value, as the policy decides.
  @inlinable
  mutating func keep(_ value: Element, from origin: UpstreamKey, replaced: inout Element?) -> OfferAction {
    switch policy.place(readyCount: readyCount, demand: demand) {
    case .append: enqueue(value, from: origin)
    case .replaceOldest:
      replaced = dequeue()?.value
      enqueue(value, from: origin)
      return .dropped
    case .replaceNewest: replaced = replaceNewest(by: value, from: origin)
    case .drop: return .dropped
    case .overflow: return .overflow
    }
    return .nothing
  }
}

/// The rules of a queue whose policy may be to fail when it is full.
@usableFromInline
package protocol OverflowingPolicy: DeliveryPolicy {
  /// The subscription of an upstream that has overflowed the queue, to be cancelled outside the lock. It has been
  /// terminated already, so that the end of the stream does not cancel it.
  var overflowed: SubscriptionObject? { get set }
}

extension SerialDelivery where Policy: OverflowingPolicy {
  /// Cancels the upstream that has overflowed the queue.
  @usableFromInline
  package func cancelOverflowed() {
    let upstream = state.withLock { $0.policy.overflowed.take() }
    upstream?.cancel()
  }

  /// Cancels the upstream that has overflowed the queue, and fails after the queued values.
  ///
  /// - Parameter makeFailure: Makes the failure. It may run a client's code, and is called under no lock.
  @usableFromInline
  package func overflow(makeFailure: (() -> Policy.Failure)?) {
    cancelOverflowed()
    if let makeFailure { fail(makeFailure()) }
  }
}
