public import StreamCore

// For a policy that holds the elements of which it makes values, until there is demand for these.
extension SerialDelivery {
  /// Lets the policy hold an element, and delivers the value that it makes next, if there is one, and demand for it.
  ///
  /// - Parameters:
  ///   - origin: The upstream that the element comes from.
  ///   - hold: Called under the lock, if the upstream is active. It gets the policy, and whether a value can be
  ///     delivered immediately, and returns the requests to send: they are sent before a value is taken.
  /// - Returns: What to request from the upstream.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, holding hold: (inout Policy, Bool) -> UpstreamRequests
  ) -> Subscribers.Demand {
    var action = DeliveryAction()
    var next: Policy.Element?
    state.withLock { $0.offer(from: origin, next: &next, &action, hold: hold) }
    if !action.requests.isEmpty {
      // No value is taken before the requests are sent, as in `request(_:)`.
      send(action.requests)
      drainIfIdle()
      return .none
    }
    finish(action)
    guard let next, !isCancelled else { return .none }
    return drain(next, from: action.origin, caller: origin)
  }
}

extension DeliveryState {
  /// Lets the policy hold an element of an upstream, and takes the value that it makes next, if there is one.
  @inlinable
  mutating func offer(
    from origin: UpstreamKey, next: inout Element?, _ action: inout DeliveryAction,
    hold: (inout Policy, Bool) -> UpstreamRequests
  ) {
    guard !hasEnded, policy.isActive(origin) else { return }
    action.requests = hold(&policy, !isDelivering && demand != .none && readyCount == 0)
    if action.requests.isEmpty { takeNextIfIdle(&next, &action) }
  }
}
