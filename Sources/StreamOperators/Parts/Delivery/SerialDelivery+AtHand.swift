public import StreamCore

// For an upstream whose values are at hand: it needs no subscription, and its values are delivered in a loop that enters the lock
// before and after it alone.
extension SerialDelivery {
  /// Delivers all values of an upstream, then takes its completion, if downstream's demand is unlimited and nothing else is being
  /// delivered.
  ///
  /// What other upstreams deliver meanwhile, on other threads or re-entrantly, is queued, and delivered after the value that is
  /// being delivered.
  ///
  /// - Returns: Whether the upstream has been dealt with.
  @inlinable
  package func run(
    _ values: some IteratorProtocol<Policy.Element>, then completion: Subscribers.Completion<Policy.Failure>,
    from origin: UpstreamKey
  ) -> Bool {
    guard state.change({ $0.startRun(from: origin) }) else { return false }
    runAll(values, then: completion, from: origin)
    return true
  }

  /// As ``run(_:then:from:)``, for a caller that is the drain thread already.
  @inlinable @inline(__always)
  package func runAll(
    _ values: some IteratorProtocol<Policy.Element>, then completion: Subscribers.Completion<Policy.Failure>,
    from origin: UpstreamKey
  ) {
    var values = values
    while let value = values.next() {
      // The iterator and downstream are clients' code, each of which may cancel.
      if isInterrupted, !continueRun(from: origin) { return }
      _ = downstream.receive(value)
      if isInterrupted, !continueRun(from: origin) { return }
    }
    var action = DeliveryAction()
    var next: Policy.Element?
    let isTaken = state.change { $0.endRun(completion, from: origin, next: &next, &action) }
    if !isTaken { FailureHook.report(late: completion, at: handle) }
    perform(action, next)
  }

  /// Whether a caller that has become the drain thread for the values of an upstream is it still.
  @inlinable package var isRunning: Bool { state.mirror & State.runningBit != 0 }

  /// Gives up the run of an upstream that has no values at hand, unless it is over.
  @inlinable @inline(never)
  package func giveUpRun(of origin: UpstreamKey) {
    var action = DeliveryAction()
    var next: Policy.Element?
    state.change { $0.giveUpRun(of: origin, next: &next, &action) }
    perform(action, next)
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

  /// Lets a run, if there is one, deliver what has been queued.
  @inlinable @inline(never)
  func interruptRun() {
    if isRunning { state.change { $0.interruptRun() } }
  }
}

extension DeliveryState {
  @inlinable static var runningBit: UInt { 4 }
  @inlinable static var interruptedBit: UInt { 8 }

  /// Makes the caller the drain thread for all values of an upstream.
  @inlinable
  package mutating func startRun(from origin: UpstreamKey) -> Bool {
    guard !hasEnded, !isDelivering, demand == .unlimited, ready.isEmpty, policy.startRun(of: origin) else {
      return false
    }
    isDelivering = true
    isRunning = true
    runOrigin = origin
    return true
  }

  @inlinable
  mutating func giveUpRun(of origin: UpstreamKey, next: inout Element?, _ action: inout DeliveryAction) {
    guard isRunning, runOrigin == origin else { return }
    (isRunning, isInterrupted, expectsValuesAtHand) = (false, false, false)
    if !isCancelled { takeNext(&next, &action) }
  }

  /// Lets a run, if there is one, find that its upstream is not accepted any more.
  @inlinable
  mutating func endEpochOfRun() {
    isInterrupted = isRunning
  }

  @inlinable
  mutating func interruptRun() {
    isInterrupted = isRunning && !ready.isEmpty
  }

  /// Takes a value that has been queued during a run, for which demand is unlimited.
  ///
  /// - Returns: Whether the run goes on. If not, the stream has ended, and the rest is done as after any value.
  @inlinable
  mutating func takeDuringRun(of origin: UpstreamKey, _ next: inout Element?, _ action: inout DeliveryAction) -> Bool {
    guard !hasEnded, policy.continuesRun(of: origin) else {
      (isRunning, isInterrupted) = (false, false)
      if !isCancelled { takeNext(&next, &action) }
      return false
    }
    next = ready.popFirst()?.value
    isInterrupted = !ready.isEmpty
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
    (isRunning, isInterrupted) = (false, false)
    if isCancelled { return false }
    var isTaken = !hasEnded && policy.endRun(of: origin, &action.requests)
    if isTaken, case .failure = completion { isTaken = fail(completion, next: &next, &action) }
    takeNext(&next, &action)
    return isTaken
  }
}
