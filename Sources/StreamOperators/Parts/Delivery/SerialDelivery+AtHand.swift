public import StreamCore

/// The rules of an operator that accepts upstreams which deliver all their values at once, such as arrays. They need no
/// subscription: a loop delivers the values, and takes the lock only before the first and after the last.
@usableFromInline
package protocol RunningPolicy: DeliveryPolicy {
  /// An upstream that has not sent a subscription begins to deliver its values.
  ///
  /// - Returns: Whether its values are accepted.
  mutating func startRun(of origin: UpstreamKey) -> Bool

  /// Whether further values of that upstream are accepted. By default they are.
  func continuesRun(of origin: UpstreamKey) -> Bool

  /// That upstream has completed.
  ///
  /// - Returns: Whether its completion is accepted.
  mutating func endRun(of origin: UpstreamKey) -> Bool
}

extension RunningPolicy {
  @inlinable
  package func continuesRun(of origin: UpstreamKey) -> Bool { true }
}

extension SerialDelivery where Policy: RunningPolicy {
  /// Delivers all values of an upstream, then takes its completion, if downstream's demand is unlimited and nothing
  /// else is being delivered.
  ///
  /// What other upstreams deliver meanwhile, on other threads or re-entrantly, is queued, and delivered after the value
  /// that is being delivered.
  ///
  /// - Returns: Whether the upstream has been dealt with.
  @inlinable
  package func run(
    _ values: some IteratorProtocol<Policy.Element>, then completion: Subscribers.Completion<Policy.Failure>,
    from origin: UpstreamKey
  ) -> Bool {
    guard state.change({ $0.startRun(from: origin) }) else { return false }
    var values = values
    while let value = values.next() {
      if isInterrupted, !continueRun(from: origin) { return true }
      _ = downstream.receive(value)
      if isInterrupted, !continueRun(from: origin) { return true }
    }
    var action = DeliveryAction()
    var next: Policy.Element?
    let isTaken = state.change { $0.endRun(completion, from: origin, next: &next, &action) }
    if !isTaken { FailureHook.report(late: completion, at: handle) }
    perform(action, next)
    return true
  }

  /// Delivers the value of a `Just`, and no more of it, if downstream's demand is unlimited and nothing else is being
  /// delivered.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isAccepted: Whether it is accepted. Called under the lock.
  /// - Returns: Whether it has been dealt with.
  @inlinable @inline(__always)
  package func runOne(_ value: Policy.Element, if isAccepted: (Policy) -> Bool) -> Bool {
    guard state.withLock({ $0.canRun && isAccepted($0.policy) && $0.startDelivering() }) else { return false }
    _ = downstream.receive(value)
    var action = DeliveryAction()
    var next: Policy.Element?
    state.withLock { $0.endOne(next: &next, &action) }
    perform(action, next)
    return true
  }

  @inlinable var isInterrupted: Bool { state.mirror & State.interruptedBit != 0 }

  /// Delivers what has been queued during a run.
  ///
  /// - Returns: Whether the run goes on.
  @inlinable @inline(never)
  func continueRun(from origin: UpstreamKey) -> Bool {
    while true {
      var action = DeliveryAction()
      var next: Policy.Element?
      let goesOn = state.change { $0.takeDuringRun(of: origin, &next, &action) }
      guard goesOn else {
        perform(action, next)
        return false
      }
      guard let next else { return true }
      _ = downstream.receive(next)
    }
  }
}

extension SerialDelivery {
  /// Lets a run, if there is one, deliver what has been queued.
  @inlinable @inline(never)
  func interruptRun() {
    if state.mirror & State.runningBit != 0 { state.change { if $0.readyCount > 0 { $0.interruptRun() } } }
  }
}

extension DeliveryState {
  @inlinable static var runningBit: UInt { 4 }
  @inlinable static var interruptedBit: UInt { 8 }

  /// Lets a run, if there is one, look at the state: a value is queued, or its upstream is not accepted any more.
  @inlinable
  mutating func interruptRun() {
    if mirror & Self.runningBit != 0 { mirror |= Self.interruptedBit }
  }
}

extension DeliveryState where Policy: RunningPolicy {
  /// Whether an upstream that has all its values already can deliver them immediately.
  @inlinable var canRun: Bool { !hasEnded && !isDelivering && demand == .unlimited && readyCount == 0 }

  /// Records that the one value of an upstream has been delivered, and takes what is queued.
  @inlinable
  mutating func endOne(next: inout Element?, _ action: inout DeliveryAction) {
    if isCancelled { return }
    if !hasEnded { action.requests = policy.requests(after: .completed(UpstreamKey()), total: demand) }
    takeNext(&next, &action)
  }

  /// Makes the caller the drain thread for all values of an upstream.
  @inlinable
  mutating func startRun(from origin: UpstreamKey) -> Bool {
    guard canRun, policy.startRun(of: origin) else { return false }
    isDelivering = true
    mirror |= Self.runningBit
    return true
  }

  /// Ends a run.
  @inlinable
  mutating func endRunning() {
    mirror &= ~(Self.runningBit | Self.interruptedBit)
  }

  /// Takes a value that has been queued during a run, for which demand is unlimited.
  ///
  /// - Returns: Whether the run goes on. If not, the stream has ended, and the rest is done as after any value.
  @inlinable
  mutating func takeDuringRun(of origin: UpstreamKey, _ next: inout Element?, _ action: inout DeliveryAction) -> Bool {
    guard !hasEnded, policy.continuesRun(of: origin) else {
      endRunning()
      if !isCancelled { takeNext(&next, &action) }
      return false
    }
    next = dequeue()?.value
    if readyCount == 0 { mirror &= ~Self.interruptedBit }
    return true
  }

  /// Takes the completion of an upstream after its values, and what is queued.
  ///
  /// - Returns: Whether the completion is taken.
  @inlinable
  mutating func endRun(
    _ completion: Subscribers.Completion<Policy.Failure>, from origin: UpstreamKey, next: inout Element?,
    _ action: inout DeliveryAction
  ) -> Bool {
    endRunning()
    if isCancelled { return true }
    var isTaken = !hasEnded && policy.endRun(of: origin)
    if isTaken { action.requests = policy.requests(after: .completed(origin), total: demand) }
    if isTaken, case .failure = completion { isTaken = fail(completion, next: &next, &action) }
    takeNext(&next, &action)
    return isTaken
  }
}
