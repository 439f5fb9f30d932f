public import StreamCore

/// The state that a ``SerialDelivery`` keeps under its lock. Pure: it calls neither downstream nor upstream.
///
/// One thread at a time delivers, the drain thread: the one to which an offer answered that it delivers, or to which
/// another method gave a `next` value. It stays the drain thread until a call of `delivered` gives it none. Until then,
/// values that arrive on other threads or re-entrantly are queued. `DeliveryPhases.md` draws the phases.
@usableFromInline
package struct DeliveryState<Policy: DeliveryPolicy>: MirroredByWord {
  @usableFromInline package typealias Element = Policy.Element
  @usableFromInline package typealias Completion = Subscribers.Completion<Policy.Failure>

  @usableFromInline package var policy: Policy

  /// The outstanding demand of downstream.
  @usableFromInline package var demand = Subscribers.Demand.none

  /// The queued values. Their number is stored separately: it is read for each value, and in a debug build the queue
  /// would look up its type to return it.
  @usableFromInline package private(set) var ready = Queue<(value: Element, origin: UpstreamKey)>()
  @usableFromInline private(set) var readyCount = 0
  @usableFromInline var isDelivering = false

  /// Whether the upstreams have been given up: at the completion, at a cancel, or at a failure that drops the queued
  /// values and is then pending until the drain thread sends it.
  @usableFromInline package private(set) var hasEnded = false

  /// The flags that are read without the lock: cancelled, outer publisher active, and two of a run.
  @usableFromInline package var mirror: UInt = 0

  /// The completion to send when the queue is empty and no value is being delivered. Whether there is one is kept
  /// beside it, for the same reason as the number.
  @usableFromInline private(set) var pending: Completion?
  @usableFromInline private(set) var hasPending = false

  /// What ``end(_:)`` has removed, until it is cancelled and released outside the lock.
  @usableFromInline var ended: EndedUpstreams?

  /// Whether queued values are delivered before a failure, as they are before a finish.
  @usableFromInline let failsAfterQueue: Bool

  /// Not `nil` if failures are kept until the policy is over.
  @usableFromInline var delayed: DelayedFailures<Policy.Failure>?

  @inlinable
  package init(_ policy: Policy, failsAfterQueue: Bool = false, delaying: DelayedFailures<Policy.Failure>? = nil) {
    (self.policy, self.failsAfterQueue, delayed) = (policy, failsAfterQueue, delaying)
  }

  @inlinable static var cancelledBit: UInt { 1 }
  @inlinable static var outerBit: UInt { 2 }

  @inlinable var isCancelled: Bool { mirror & Self.cancelledBit != 0 }

  // MARK: Upstream

  /// - Returns: What to request from the upstream; `nil` if its subscription must be cancelled.
  @inlinable
  mutating func attach(_ subscription: any Subscription, from origin: UpstreamKey) -> Subscribers.Demand? {
    guard !hasEnded else { return nil }
    let request = policy.attach(subscription, from: origin, demand: unclaimedDemand)
    if origin == .outer, request != nil { mirror |= Self.outerBit }
    return request
  }

  /// The outstanding demand of downstream that the queued values leave.
  @inlinable package var unclaimedDemand: Subscribers.Demand {
    guard readyCount > 0, let limit = demand.max else { return demand }
    return .max(max(limit - readyCount, 0))
  }

  /// Takes a value of an upstream.
  ///
  /// - Returns: Whether the caller delivers it, and is the drain thread.
  @inlinable
  mutating func offer(_ value: Element, from origin: UpstreamKey) -> Bool {
    guard !hasEnded, policy.isActive(origin) else { return false }
    if startDelivering() { return true }
    enqueue(value, from: origin)
    return false
  }

  /// Takes a value of an upstream that the policy combines with those of others: `next` gets what `combine` returns, if
  /// the caller delivers it and becomes the drain thread.
  @inlinable
  mutating func offer(from origin: UpstreamKey, next: inout Element?, combine: (inout Policy) -> Element?) {
    guard !hasEnded, policy.isActive(origin), let value = combine(&policy) else { return }
    if startDelivering() { next = value } else { enqueue(value, from: origin) }
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

  /// Queues a value: one of an upstream, or of the stage's own before downstream has received its subscription.
  @inlinable
  package mutating func enqueue(_ value: Element, from origin: UpstreamKey) {
    ready.append((value, origin))
    readyCount += 1
  }

  /// Records that an upstream has completed. `released` gets its subscription, to be released outside the lock.
  ///
  /// - Returns: Whether the completion is taken: not after the end, nor after that of the upstream.
  @inlinable
  mutating func complete(
    _ completion: Completion, from origin: UpstreamKey, released: inout SubscriptionObject?, next: inout Element?,
    _ action: inout DeliveryAction
  ) -> Bool {
    guard !hasEnded, let ended = take(completionOf: origin, &action) else { return false }
    released = ended
    if case .failure = completion { return fail(completion, next: &next, &action) }
    if !isDelivering { takeNext(&next, &action) }
    return true
  }

  @inlinable
  mutating func take(completionOf origin: UpstreamKey, _ action: inout DeliveryAction) -> SubscriptionObject? {
    guard let ended = policy.complete(origin) else { return nil }
    if origin == .outer { mirror &= ~Self.outerBit }
    action.requests = policy.requests(after: .completed(origin), total: demand)
    return ended
  }

  /// Ends the stream with a failure, of an upstream or of the stage itself, or keeps it for the end.
  ///
  /// - Returns: Whether the failure is taken: not after the end, nor while another completion is pending.
  @usableFromInline
  mutating func fail(_ failure: Completion, next: inout Element?, _ action: inout DeliveryAction) -> Bool {
    guard !hasEnded, !hasPending else { return false }
    if delayed != nil {
      delayed?.keep(failure)
    } else {
      // Pending, not sent: the drain thread may be delivering a value, and sends it after that (rule 3).
      keepPending(failure)
      mirror &= ~Self.outerBit
      if !failsAfterQueue { end(&action) }
    }
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
    action.requests = policy.requests(after: .requested(more), total: demand)
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
      action.requests = policy.requests(after: .delivered(from: origin, adding: more), total: demand)
      if !action.requests.isEmpty { returned += action.requests.takeShare(of: caller) }
    }
    takeNext(&next, &action)
  }

  @inlinable
  mutating func takeNextIfIdle(_ next: inout Element?, _ action: inout DeliveryAction) {
    if !isDelivering, !hasEnded { takeNext(&next, &action) }
  }

  /// Takes the next value, if there is one, and demand for it: the caller is the drain thread. Without one it is not,
  /// and sends the completion if that is due.
  @inlinable
  mutating func takeNext(_ next: inout Element?, _ action: inout DeliveryAction) {
    if readyCount > 0 {
      // Without demand the values wait, and with them what is pending.
      isDelivering = demand != .none
      guard isDelivering, let first = dequeue() else { return }
      next = first.value
      action.origin = first.origin
      return demand -= 1
    }
    if demand != .none, !hasEnded, let made = policy.next() {
      next = made
      isDelivering = true
      return demand -= 1
    }
    // Given up under the lock that found the queue empty: a value that is offered from now on finds no drain thread,
    // and its sender becomes it.
    isDelivering = false
    if hasPending || policy.isOver { return complete(&action) }
    guard !hasEnded else { return }
    let requests = policy.requests(after: .drained, total: demand)
    guard !requests.isEmpty else { return }
    assert(action.requests.isEmpty, "There is one request at a time.")
    action.requests = requests
  }

  // MARK: End

  @inlinable
  mutating func keepPending(_ completion: Completion) {
    pending = completion
    hasPending = true
  }

  @usableFromInline
  mutating func complete(_ action: inout DeliveryAction) {
    guard hasPending || !hasEnded else { return }
    if !hasEnded { end(&action) }
    action.completes = true
    guard !hasPending else { return }
    // A cast without a failure costs, too.
    guard let kept = ended?.takeFailure(), let failure = kept as? Policy.Failure else { return keepPending(.finished) }
    keepPending(.failure(failure))
  }

  /// Ends the stream without a completion.
  ///
  /// - Returns: A pending failure, to be reported and released outside the lock: downstream no longer gets it (rule 5).
  @usableFromInline
  mutating func cancel(_ action: inout DeliveryAction) -> Completion? {
    mirror = mirror & ~Self.outerBit | Self.cancelledBit
    if !hasEnded { end(&action) }
    return takeCompletion()
  }

  /// Gives up the upstreams and the queued values.
  private mutating func end(_ action: inout DeliveryAction) {
    hasEnded = true
    interruptRun()
    let ended = policy.end()
    if let failure = delayed?.take() { ended.keep(failure) }
    if readyCount > 0 { ended.release(takeReady()) }
    self.ended = ended
    action.ends = true
  }

  /// Removes the completion that an action sends: `nil` if a cancel has come first.
  @inlinable
  mutating func takeCompletion() -> Completion? {
    hasPending = false
    return pending.take()
  }
}

/// Where a ``DeliveryState`` is in `DeliveryPhases.md`.
package enum DeliveryPhase {
  case idle, delivering, ending, ended, cancelled
}

extension DeliveryState {
  package var phase: DeliveryPhase {
    if isCancelled { return .cancelled }
    if hasEnded { return isDelivering ? .ending : .ended }
    return isDelivering ? .delivering : .idle
  }

  // MARK: The queue

  /// Removes the oldest queued value.
  @inlinable
  mutating func dequeue() -> (value: Element, origin: UpstreamKey)? {
    guard let first = ready.popFirst() else { return nil }
    readyCount -= 1
    return first
  }

  /// Replaces the newest queued value.
  @inlinable
  mutating func replaceNewest(by value: Element, from origin: UpstreamKey) -> Element? {
    ready.replaceLast(by: (value, origin))?.value
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
}
