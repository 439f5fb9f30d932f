import StreamCore

// For a stage whose upstream sends before it has a subscriber: values are queued, as nothing has been requested.
extension SerialDelivery {
  /// Hands downstream its subscription, though upstreams may be sending on other threads.
  ///
  /// Until ``endHandover()``, which the caller owes, this counts as a delivery: so what arrives meanwhile, and what
  /// downstream requests inside the handover, is queued, and nothing overlaps it (rule 3).
  ///
  /// - Parameter change: A change of the policy, made under the lock before the handover.
  @inlinable
  package func beginLate(_ change: (inout Policy) -> Void) {
    state.withLock { state in
      state.isDelivering = true
      change(&state.policy)
    }
    begin()
  }

  /// Delivers what is queued, within the demand, and the completion, if that is due.
  @inlinable
  package func endHandover() {
    var action = DeliveryAction()
    var next: Policy.Element?
    state.change { $0.takeNext(&next, &action) }
    perform(action, next)
  }

  /// Changes the policy in a way that may end the stream, and sends the completion, if it is due.
  @inlinable
  package func end(_ change: (inout Policy) -> Void) {
    state.change { change(&$0.policy) }
    drainIfIdle()
  }

  /// Removes the oldest queued value.
  @inlinable
  package func dropOldest() -> Policy.Element? {
    state.withLock { $0.dequeue()?.value }
  }
}
