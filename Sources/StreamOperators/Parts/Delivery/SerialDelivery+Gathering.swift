public import StreamCore

// For a stage whose queue holds one element at most, to which further values are added while it waits.
extension SerialDelivery where Policy: BoundedPolicy {
  /// Takes a value that becomes an element, or is merged with the one that waits. Both closures run outside the lock:
  /// the element is taken out meanwhile, so that a request finds nothing, and leaves its delivery to this call.
  ///
  /// - Returns: What to request from the upstream that sent the value.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, seed: () -> Policy.Element, merge: (inout Policy.Element) -> Void
  ) -> Subscribers.Demand {
    var waiting: Policy.Element?
    switch state.withLock({ $0.takeWaiting(from: origin, &waiting) }) {
    case .ignore: return .none
    case .deliver:
      let value = seed()
      // Cancelled inside the closure: the state has ended, and `isDelivering` stays set.
      return isCancelled ? .none : drain(value, from: origin, caller: origin)
    case .wait:
      guard var value = waiting.take() else { return receive(seed(), from: origin) }
      merge(&value)
      return receive(value, from: origin)
    }
  }
}

extension SerialDelivery {
  /// Takes a value that is added to the element that waits. The closures are the stage's own, and run under the lock.
  ///
  /// - Parameters:
  ///   - origin: The upstream, and the key of a new element.
  ///   - make: Makes an element of the value alone.
  ///   - gather: Adds the value to the element that waits, if there is one, and returns the element's key.
  ///   - dropped: Called outside the lock if a value is dropped.
  ///   - overflow: Called outside the lock if the stream must end.
  /// - Returns: What to request from the upstream that sent the value.
  @inlinable @inline(__always)
  package func receive(
    from origin: UpstreamKey, make: () -> Policy.Element,
    gather: (inout Policy.Element?, inout Policy, Subscribers.Demand) -> (OfferAction, UpstreamKey),
    dropped: () -> Void, overflow: () -> Void
  ) -> Subscribers.Demand {
    switch state.withLock({ $0.gather(from: origin, gather) }) {
    case .deliver: return drain(make(), from: origin, caller: origin)
    case .nothing: break
    case .dropped: dropped()
    case .overflow: overflow()
    }
    return .none
  }
}

extension DeliveryState {
  @usableFromInline
  enum MergeAction {
    /// The value comes after the end.
    case ignore

    /// The caller delivers what becomes of the value, and is the drain thread.
    case deliver

    /// The caller offers what becomes of the value and the one taken.
    case wait
  }

  /// Takes out the element that waits, unless the caller is to deliver.
  @inlinable
  mutating func takeWaiting(from origin: UpstreamKey, _ waiting: inout Element?) -> MergeAction {
    guard !hasEnded, policy.isActive(origin) else { return .ignore }
    if startDelivering() { return .deliver }
    waiting = dequeue()?.value
    return .wait
  }

  /// Lets a stage add to the element that waits, unless the caller is to deliver.
  @inlinable
  mutating func gather(
    from origin: UpstreamKey,
    _ add: (inout Element?, inout Policy, Subscribers.Demand) -> (OfferAction, UpstreamKey)
  ) -> OfferAction {
    guard !hasEnded, policy.isActive(origin) else { return .nothing }
    if startDelivering() { return .deliver }
    var waiting = dequeue()?.value
    let (action, key) = add(&waiting, &policy, demand)
    if let waiting { enqueue(waiting, from: key) }
    return action
  }
}
