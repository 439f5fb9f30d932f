public import StreamCore

// For a stage that makes several values of one.
extension SerialDelivery {
  /// Takes several values that arrive in one piece, with one acquisition of the lock.
  ///
  /// `completion` is sent after the values, if they are the last. It may be the stage's own; then `cancels` tells that
  /// the upstream must be cancelled. A late failure is reported.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - origin: The upstream.
  ///   - completion: The completion, after the last values.
  ///   - cancels: Whether the upstream must be cancelled.
  ///   - change: A change of the policy, made under the lock before that.
  /// - Returns: What to request from the upstream.
  @inlinable
  package func receive(
    contentsOf values: some Sequence<Policy.Element>, from origin: UpstreamKey,
    completion: Subscribers.Completion<Policy.Failure>? = nil, cancels: Bool = false,
    after change: (inout Policy) -> Void = { _ in }
  ) -> Subscribers.Demand {
    var action = DeliveryAction()
    var released: SubscriptionObject?
    var next: Policy.Element?
    let isTaken = state.change { state in
      if !state.hasEnded, state.policy.isActive(origin) { change(&state.policy) }
      return state.offer(
        contentsOf: values, completion: completion, from: origin, released: &released, next: &next, &action)
    }
    if !isTaken, let completion { FailureHook.report(late: completion, at: handle) }
    if cancels { released?.cancel() }
    finish(action)
    guard let next, !isCancelled else { return .none }
    return drain(next, from: action.origin, caller: origin)
  }
}

extension DeliveryState {
  /// Takes several values of an upstream that arrive in one piece, and the completion, if they are the last.
  ///
  /// `released` gets the subscription of an upstream that has completed, to be released or cancelled outside the lock;
  /// `next` gets the first of the values, if the caller delivers it and becomes the drain thread.
  ///
  /// - Returns: Whether they are taken: not after the end.
  @discardableResult
  @inlinable
  mutating func offer(
    contentsOf values: some Sequence<Element>, completion: Completion?, from origin: UpstreamKey,
    released: inout SubscriptionObject?, next: inout Element?, _ action: inout DeliveryAction
  ) -> Bool {
    guard !hasEnded, policy.isActive(origin) else { return false }
    for value in values { enqueue(value, from: origin) }
    if let completion {
      released = take(completionOf: origin, &action)
      keepPending(completion)
    }
    takeNextIfIdle(&next, &action)
    return true
  }
}
