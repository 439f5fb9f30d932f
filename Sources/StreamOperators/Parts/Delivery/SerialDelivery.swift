public import StreamCore

/// Delivers what several upstreams send, on any threads, as one serial stream within downstream's demand: the drain
/// loop of `merge`, `flatMap` and its kin, `zip`, `combineLatest`, `switchToLatest`, `buffer` and `lines`. The
/// operators differ by their ``DeliveryPolicy`` alone. What only some of them need is in extensions.
///
/// The contract's rules are kept as follows.
///
/// - **Signals are serial (rule 3).** The first thread that has something to deliver becomes the drain thread. Values
///   that arrive during a delivery, re-entrantly or on another thread, are queued, and the drain thread delivers them
///   in a loop. Hence the stack does not grow, and no thread waits.
/// - **Nothing after a cancel (rule 5).** `cancel()` ends the state under the lock, so that the drain loop finds
///   neither a value nor a completion. Between taking a value under the lock and delivering it, the loop may send
///   requests, and downstream may cancel from inside one of them. The loop therefore checks `isCancelled` again after
///   the requests.
/// - **No lock while calling out (rule 6).** Under the lock, the state records requests, cancels and the completion in
///   a ``DeliveryAction``, which is performed after the lock is released.
/// - **Release (rule 7).** Downstream holds a ``SubscriptionHandle``, which drops this object at the end.
// Sendable: `downstream` is called by one thread at a time, the drain thread; everything else is under the lock.
@usableFromInline
package final class SerialDelivery<Policy: DeliveryPolicy, Downstream: Subscriber>: StageSubscription,
  @unchecked Sendable
where Downstream.Input == Policy.Element, Downstream.Failure == Policy.Failure {
  @usableFromInline package typealias State = DeliveryState<Policy>

  @usableFromInline package let downstream: Downstream
  @usableFromInline let handle: SubscriptionHandle
  @usableFromInline package let state: MirroredState<State>

  @inlinable
  package init(
    _ description: String, _ policy: Policy, failsAfterQueue: Bool = false,
    delaying: DelayedFailures<Policy.Failure>? = nil, to downstream: Downstream
  ) {
    self.downstream = downstream
    handle = SubscriptionHandle(description)
    state = MirroredState(State(policy, failsAfterQueue: failsAfterQueue, delaying: delaying))
  }

  @usableFromInline package var description: String { handle.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let (phase, demand, upstreams) = state.withLock { state in
      (state.phase, state.demand, Mirror(reflecting: state.policy).children.compactMap { $0.value as? UpstreamState })
    }
    return ["downstream": downstream, "phase": phase, "demand": demand, "upstreams": upstreams]
  }

  @inlinable package var isCancelled: Bool { state.mirror & State.cancelledBit != 0 }

  /// Whether the outer publisher has sent its subscription and has not ended, nor the stream by a failure or a cancel.
  @inlinable package var isOuterActive: Bool { state.mirror & State.outerBit != 0 }

  // MARK: Upstream

  /// Takes the subscription of an upstream and requests what the policy returns, or cancels the subscription.
  @inlinable
  package func attach(_ subscription: any Subscription, from origin: UpstreamKey) {
    let demand = state.change { $0.attach(subscription, from: origin) }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// Takes a value.
  ///
  /// - Returns: What to request from the upstream that sent the value.
  @inlinable @inline(__always)
  package func receive(_ value: Policy.Element, from origin: UpstreamKey) -> Subscribers.Demand {
    if state.withLock({ $0.offer(value, from: origin) }) { return drain(value, from: origin, caller: origin) }
    interruptRun()
    return .none
  }

  /// Takes a value that is combined with those of other upstreams. `combine`, called under the lock, returns the value
  /// to deliver, if one is complete.
  ///
  /// - Returns: What to request from the upstream.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, combine: (inout Policy) -> Policy.Element?
  ) -> Subscribers.Demand {
    var next: Policy.Element?
    state.withLock { $0.offer(from: origin, next: &next, combine: combine) }
    guard let next else { return .none }
    return drain(next, from: origin, caller: origin)
  }

  /// Takes the completion of an upstream. A late failure is reported.
  @inlinable
  package func receive(completion: Subscribers.Completion<Policy.Failure>, from origin: UpstreamKey) {
    var action = DeliveryAction()
    var released: SubscriptionObject?
    var next: Policy.Element?
    let isTaken = state.change {
      $0.complete(completion, from: origin, released: &released, next: &next, &action)
    }
    extendLifetime(released)
    if !isTaken { FailureHook.report(late: completion, at: handle) }
    perform(action, next)
  }

  /// Ends the stream with a failure of the stage itself, which is reported if it is late.
  @inlinable
  package func fail(_ failure: Policy.Failure) {
    var action = DeliveryAction()
    var next: Policy.Element?
    let isTaken = state.change { $0.fail(.failure(failure), next: &next, &action) }
    if !isTaken { FailureHook.report(late: .failure(failure), at: handle) }
    perform(action, next)
  }

  // MARK: Downstream

  @inlinable
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    var action = DeliveryAction()
    var next: Policy.Element?
    state.withLock { $0.request(demand, next: &next, &action) }
    if action.requests.isEmpty { return perform(action, next) }
    // No value is taken before the requests are sent. An upstream may deliver synchronously from inside its
    // `request(_:)`; if this thread were the drain thread by then, all of those values would be queued.
    send(action.requests)
    drainIfIdle()
  }

  @inlinable
  package func cancel() {
    var action = DeliveryAction()
    // A pending failure is reported, and released, outside the lock: its deinitializer may call back.
    let pending = state.change { $0.cancel(&action) }
    finish(action)
    // The handle detaches itself if the cancel comes from downstream; a stage that ends its delivery has not called it.
    handle.detach()
    if let pending { FailureHook.report(late: pending, at: handle) }
  }

  // MARK: Drain loop

  /// Delivers the queued values, unless there is a drain thread.
  @inlinable
  package func drainIfIdle() {
    var action = DeliveryAction()
    var next: Policy.Element?
    state.withLock { $0.takeNextIfIdle(&next, &action) }
    perform(action, next)
  }

  /// Performs an action. If there is a value to deliver, the caller is the drain thread, and runs the loop.
  @inlinable @inline(__always)
  func perform(_ action: DeliveryAction, _ next: consuming Policy.Element?) {
    finish(action)
    guard let next, !isCancelled else { return }
    drain(next, from: action.origin)
  }

  /// The drain loop outside of a `receive(_:)`. Not inlined, so that an end, which recurses through the stages of a
  /// chain, does not hold the loop's variables on the stack.
  @inlinable @inline(never)
  func drain(_ first: Policy.Element, from origin: UpstreamKey) {
    _ = drain(first, from: origin, caller: nil)
  }

  /// The drain loop: delivers a value, then the queued values while there is demand. The caller is the drain thread.
  ///
  /// - Returns: What to request from the upstream whose `receive(_:)` runs the loop.
  @inlinable @inline(__always)
  func drain(
    _ first: Policy.Element, from firstOrigin: UpstreamKey, caller: UpstreamKey?
  ) -> Subscribers.Demand {
    var (value, origin) = (first, firstOrigin)
    var returned = Subscribers.Demand.none
    while true {
      // Values that arrive during this call are queued (rule 3).
      let more = downstream.receive(value)
      var action = DeliveryAction()
      var next: Policy.Element?
      // The phase stays delivering with a next value, becomes idle without one, or ended with a completion. One lock
      // both looks at the queue and changes the phase, so no value is left behind: it is found here, or its sender
      // finds no drain thread and delivers it.
      state.withLock {
        $0.delivered(from: origin, adding: more, caller: caller, returned: &returned, next: &next, &action)
      }
      // A policy may give up what has been delivered under that lock: the last reference is this one (rule 6).
      extendLifetime(value)
      // The requests come before the next value. If an upstream delivers from inside one, its values are queued.
      finish(action)
      // After a cancel, from inside a request or on another thread, the value taken is dropped (rule 5). `isDelivering`
      // stays set: the state has ended.
      guard let next, !isCancelled else { return returned }
      (value, origin) = (next, action.origin)
    }
  }

  /// Sends the requests, then cancels upstreams, then sends the completion.
  @inlinable @inline(__always)
  func finish(_ action: DeliveryAction) {
    if !action.requests.isEmpty { send(action.requests) }
    if action.ends || action.completes { end(action) }
  }

  @inlinable
  func send(_ requests: UpstreamRequests) {
    state.withLock { $0.hasEnded ? nil : $0.policy.subscription(of: requests.receiver) }?.request(requests.demand)
  }

  @inlinable @inline(never)
  func end(_ action: DeliveryAction) {
    if action.ends, let ended = state.withLock({ $0.ended.take() }) {
      ended.cancel()
      if let kept = ended.unsentFailure, let failure = kept as? Policy.Failure {
        FailureHook.report(late: .failure(failure), at: handle)
      }
    }
    // Taken only now: a cancel since the action was decided, or from inside the cancel of an upstream, which is a
    // client's code, has removed the pending completion (rule 5).
    guard action.completes, let completion = state.withLock({ $0.takeCompletion() }) else { return }
    handle.detach()
    downstream.receive(completion: completion)
  }
}
