public import StreamCore

/// The state that a ``SerialDelivery`` keeps under its lock. Pure: it calls neither downstream nor upstream.
///
/// One thread at a time delivers, the drain thread: the one to which ``offer(_:from:replaced:)`` returned `deliver`,
/// or to which another method gave a `next` value. It stays the drain thread until
/// ``delivered(from:adding:caller:returned:next:_:)`` gives it none. Until then, values that arrive on other threads
/// or re-entrantly are queued in `ready`.
@usableFromInline
package struct DeliveryState<Policy: DeliveryPolicy>: MirroredByWord {
  @usableFromInline package typealias Element = Policy.Element

  @usableFromInline package var policy: Policy

  /// The outstanding demand of downstream.
  @usableFromInline package var demand = Subscribers.Demand.none

  /// The queued values. Their number is stored separately: it is read for each value, and in a debug build the queue
  /// would look up its type to return it.
  @usableFromInline package private(set) var ready = Queue<(value: Element, origin: UpstreamKey)>()
  @usableFromInline private(set) var readyCount = 0
  @usableFromInline var isDelivering = false

  /// Whether the values of an upstream are being delivered in a loop, and whether that must look at the state.
  @usableFromInline var isRunning = false
  @usableFromInline var isInterrupted = false

  /// Whether the upstreams have been given up: at the completion, at a cancel, or at a failure that drops the queued
  /// values and is then pending until the drain thread sends it.
  @usableFromInline package private(set) var hasEnded = false

  @usableFromInline var isCancelled = false

  /// The completion to send when the queue is empty and no value is being delivered. Whether there is one is kept
  /// beside it, for the same reason.
  @usableFromInline private(set) var pending: Subscribers.Completion<Policy.Failure>?
  @usableFromInline private(set) var hasPending = false

  /// What ``end(_:)`` has removed, until it is cancelled and released outside the lock.
  @usableFromInline var ended: EndedUpstreams?

  @inlinable
  package init(_ policy: Policy) {
    self.policy = policy
  }

  @inlinable @inline(__always) package var mirror: UInt {
    (isCancelled ? Self.cancelledBit : 0) | (policy.isOuterActive ? Self.outerBit : 0)
      | (isRunning ? Self.runningBit : 0) | (isInterrupted || isRunning && hasEnded ? Self.interruptedBit : 0)
  }

  @inlinable static var cancelledBit: UInt { 1 }
  @inlinable static var outerBit: UInt { 2 }

  // MARK: Upstream

  /// - Returns: What to request from the upstream; `nil` if its subscription must be cancelled.
  @inlinable
  mutating func attach(_ subscription: any Subscription, from origin: UpstreamKey) -> Subscribers.Demand? {
    hasEnded ? nil : policy.attach(subscription, from: origin, demand: unclaimedDemand)
  }

  /// The outstanding demand of downstream that the queued values leave.
  @inlinable package var unclaimedDemand: Subscribers.Demand {
    guard readyCount > 0, let limit = demand.max else { return demand }
    return .max(Swift.max(limit - readyCount, 0))
  }

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

  /// Lets the policy hold an element of an upstream, and takes the value that it makes next, if there is one.
  ///
  /// `hold` is told whether a value can be delivered immediately; the requests that it adds are sent before a value is
  /// taken.
  @inlinable
  mutating func offer(
    from origin: UpstreamKey, next: inout Element?, _ action: inout DeliveryAction,
    hold: (inout Policy, Bool, inout UpstreamRequests) -> Void
  ) {
    guard !hasEnded, policy.isActive(origin) else { return }
    hold(&policy, !isDelivering && demand != .none && readyCount == 0, &action.requests)
    if action.requests.isEmpty { takeNextIfIdle(&next, &action) }
  }

  /// Queues a value: one of an upstream, or of the stage's own before downstream has received its subscription.
  @inlinable
  package mutating func enqueue(_ value: Element, from origin: UpstreamKey) {
    ready.append((value, origin))
    readyCount += 1
  }

  /// Removes the oldest queued value.
  @inlinable
  mutating func dequeue() -> (value: Element, origin: UpstreamKey)? {
    guard let first = ready.popFirst() else { return nil }
    readyCount -= 1
    return first
  }

  /// Takes several values of an upstream that arrive in one piece, and the completion, if they are the last.
  ///
  /// `released` gets the subscription of an upstream that has completed, to be released or cancelled outside the lock;
  /// `next` gets the first of the values, if the caller delivers it and becomes the drain thread.
  ///
  /// - Returns: Whether they are taken: not after the end.
  @discardableResult
  @inlinable
  mutating func offer(
    contentsOf values: some Sequence<Element>, completion: Subscribers.Completion<Policy.Failure>?,
    from origin: UpstreamKey, released: inout SubscriptionObject?, next: inout Element?,
    _ action: inout DeliveryAction
  ) -> Bool {
    guard !hasEnded, policy.isActive(origin) else { return false }
    policy.received(from: origin)
    for value in values { enqueue(value, from: origin) }
    if let completion {
      released = policy.complete(origin, &action.requests)
      keepPending(completion)
    }
    takeNextIfIdle(&next, &action)
    return true
  }

  /// Makes the caller the drain thread for a new value, if that can be delivered immediately: it must not overtake
  /// queued values.
  @inlinable @inline(__always)
  mutating func startDelivering() -> Bool {
    guard !isDelivering, demand != .none, readyCount == 0 else { return false }
    isDelivering = true
    demand -= 1
    return true
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
    case .replaceNewest: replaced = ready.replaceLast(by: (value, origin))?.value
    case .drop: return .dropped
    case .overflow: return .overflow
    }
    return .nothing
  }

  /// Records that an upstream has completed. `released` gets its subscription, to be released outside the lock.
  ///
  /// - Returns: Whether the completion is taken: not after the end, nor after that of the upstream.
  @discardableResult
  @inlinable
  mutating func complete(
    _ completion: Subscribers.Completion<Policy.Failure>, from origin: UpstreamKey,
    released: inout SubscriptionObject?, next: inout Element?, _ action: inout DeliveryAction
  ) -> Bool {
    guard !hasEnded else { return false }
    released = policy.complete(origin, &action.requests)
    guard released != nil else { return false }
    if case .failure = completion { return fail(completion, next: &next, &action) }
    if !isDelivering { takeNext(&next, &action) }
    return true
  }

  /// Ends the stream with a failure, of an upstream or of the stage itself.
  ///
  /// - Returns: Whether the failure is taken: not after the end, nor while another completion is pending.
  @discardableResult
  @usableFromInline
  mutating func fail(
    _ failure: Subscribers.Completion<Policy.Failure>, next: inout Element?, _ action: inout DeliveryAction
  ) -> Bool {
    guard !hasEnded, !hasPending else { return false }
    // Pending, not sent: the drain thread may be delivering a value, and sends it after that (rule 3).
    keepPending(failure)
    if !Policy.keepsReadyOnFailure { end(&action) }
    if !isDelivering { takeNext(&next, &action) }
    return true
  }

  // MARK: Downstream

  /// Adds demand, and takes the next value unless there are requests: those are sent first, then the caller takes a
  /// value with ``takeNextIfIdle(_:_:)``.
  @inlinable
  mutating func request(_ more: Subscribers.Demand, next: inout Element?, _ action: inout DeliveryAction) {
    guard !hasEnded else { return }
    demand += more
    policy.requested(more, total: demand, &action.requests)
    if action.requests.isEmpty { takeNextIfIdle(&next, &action) }
  }

  /// Records that a value of `origin` has been delivered, for which downstream returned `more`, and takes the next one.
  ///
  /// `caller` is the upstream whose `receive(_:)` runs the drain loop, if one does, and `returned` what that
  /// `receive(_:)` will return.
  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, caller: UpstreamKey?, returned: inout Subscribers.Demand,
    next: inout Element?, _ action: inout DeliveryAction
  ) {
    // After the end no demand counts, but queued values and the completion may be left to deliver.
    if !hasEnded {
      demand += more
      policy.delivered(
        from: origin, adding: more, total: demand, caller: caller, returned: &returned, &action.requests)
    }
    takeNext(&next, &action)
  }

  @inlinable
  mutating func takeNextIfIdle(_ next: inout Element?, _ action: inout DeliveryAction) {
    if !isDelivering, !hasEnded { takeNext(&next, &action) }
  }

  /// Takes the next queued value, if there is demand: the caller is the drain thread. Without a value it is not, and
  /// sends the completion if that is due.
  @inlinable
  mutating func takeNext(_ next: inout Element?, _ action: inout DeliveryAction) {
    if readyCount > 0 { return takeOldest(&next, &action) }
    if Policy.makesValues, demand != .none, !hasEnded, takeMade(&next) { return }
    // Given up under the lock that found the queue empty: a value that is offered from now on finds no drain thread,
    // and its sender becomes it.
    isDelivering = false
    if hasPending || policy.isOver {
      complete(&action)
    } else if !hasEnded {
      policy.drained(total: demand, &action.requests)
    }
  }

  /// Takes a value that the policy makes.
  @inlinable
  mutating func takeMade(_ next: inout Element?) -> Bool {
    guard let made = policy.makeNext() else { return false }
    isDelivering = true
    demand -= 1
    next = made
    return true
  }

  /// Takes the oldest queued value, if there is demand.
  @inlinable
  mutating func takeOldest(_ next: inout Element?, _ action: inout DeliveryAction) {
    isDelivering = demand != .none
    guard isDelivering, let first = dequeue() else { return }
    demand -= 1
    next = first.value
    action.origin = first.origin
  }

  @inlinable
  mutating func keepPending(_ completion: Subscribers.Completion<Policy.Failure>) {
    pending = completion
    hasPending = true
  }

  @usableFromInline
  mutating func complete(_ action: inout DeliveryAction) {
    guard hasPending || !hasEnded else { return }
    if !hasPending { keepPending(policy.lastCompletion) }
    action.completes = true
    if !hasEnded { end(&action) }
  }

  /// The subscription that a request is for: none once the stream has ended.
  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { hasEnded ? nil : policy.subscription(of: origin) }

  @inlinable
  func subscriptions(except exception: Int) -> [SubscriptionObject] {
    hasEnded ? [] : policy.subscriptions(except: exception)
  }

  /// Ends the stream without a completion.
  ///
  /// - Returns: A pending failure, to be released outside the lock: downstream no longer gets it (rule 5).
  @usableFromInline
  mutating func cancel(_ action: inout DeliveryAction) -> Subscribers.Completion<Policy.Failure>? {
    isCancelled = true
    if !hasEnded { end(&action) }
    return takeCompletion()
  }

  /// Removes the queued values, to be released outside the lock.
  @inlinable
  package mutating func takeReady() -> Queue<(value: Element, origin: UpstreamKey)> {
    defer {
      ready = Queue()
      readyCount = 0
    }
    return ready
  }

  /// Removes what an action cancels.
  @inlinable
  mutating func takeEnded() -> EndedUpstreams? {
    ended.take()
  }

  /// Removes the completion that an action sends: `nil` if a cancel has come first.
  @inlinable
  mutating func takeCompletion() -> Subscribers.Completion<Policy.Failure>? {
    hasPending = false
    return pending.take()
  }

  /// Gives up the upstreams and the queued values.
  private mutating func end(_ action: inout DeliveryAction) {
    hasEnded = true
    let ended = policy.end()
    if readyCount > 0 { ended.release(takeReady()) }
    self.ended = ended
    action.ends = true
  }
}

/// What to do outside the lock. It is filled in place and not generic: an enum with payloads would be copied out of
/// the lock, and a generic value destroyed through its type metadata.
@frozen
@usableFromInline
package struct DeliveryAction {
  /// Requests to send, before everything else.
  @usableFromInline var requests = UpstreamRequests()

  /// The upstream of the value to deliver, if there is one.
  @usableFromInline var origin = UpstreamKey()

  /// Whether upstreams must be cancelled and released.
  @usableFromInline var ends = false

  /// Whether the completion must be sent, after the cancels.
  @usableFromInline var completes = false

  @inlinable
  init() {}
}
