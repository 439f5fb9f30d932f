public import StreamCore

// Each subscriber has a queue, which is a delivery of its own.
extension BroadcastHub {
  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - size: The size of its queue, at least 0.
  ///   - whenFull: What happens to a value when that is full.
  ///   - owner: What the subscription retains until it ends.
  @inlinable
  package func subscribe<Downstream: Subscriber>(
    _ downstream: Downstream, size: Int, whenFull: StreamOverflowPolicy<Failure>, owner: AnyObject? = nil
  ) where Downstream.Input == Output, Downstream.Failure == Failure {
    // Of one that suspends, the hub decides what it has room for; without a queue it has room for what is requested.
    let suspends = whenFull.suspends
    let policy =
      suspends
      ? Policy(size: size > 0 ? size : .max, overflow: .dropsNewest, keepsFull: true, passesDemand: size == 0)
      : Policy(size: size, whenFull: whenFull)
    let delivery = SerialDelivery(name.description, policy, to: downstream)
    let link = BroadcastLink(self, owner: owner)
    let branch = Branch(suspendingSize: suspends ? size : nil) { value in
      switch delivery.offer(value, from: UpstreamKey()) {
      case .deliver: return .delivered
      case .nothing: return .buffered
      case .dropped:
        self.reportDrop(whenFull.dropReason)
        return .dropped
      case .overflow:
        delivery.overflow(makeFailure: whenFull.makeFailure)
        return .dropped
      case nil: return .ignored
      }
    } complete: { completion in
      delivery.receive(completion: completion, from: UpstreamKey())
    }
    link.lead(to: branch)
    var completion: Completion?
    delivery.attach(link, from: UpstreamKey())
    delivery.beginLate({ _ in }, registering: { completion = add(branch) })
    if let completion { delivery.receive(completion: completion, from: UpstreamKey()) }
    delivery.endHandover()
  }

  /// Adds a branch; if the stream has ended, returns its completion.
  @usableFromInline
  func add(_ branch: Branch) -> Completion? {
    state.withLock { state in
      guard state.completion == nil else { return state.completion }
      branch.place = state.branches.append(branch)
      if branch.credit != nil { state.suspendingCount += 1 }
      return nil
    }
  }

  /// A branch has been cancelled, or has failed.
  func remove(_ branch: Branch) {
    let isPresent = state.withLock { state in
      branch.isOver = true
      guard let place = branch.place.take() else { return false }
      if branch.credit != nil { state.suspendingCount -= 1 }
      if state.branches.remove(at: place) {
        for (place, other) in state.branches.places.enumerated() {
          if let other { unsafeDowncast(other, to: Branch.self).place = place }
        }
      }
      return true
    }
    if isPresent { useRoom() }
  }

  /// A branch that suspends has room.
  @inlinable
  func requested(_ demand: Subscribers.Demand, by branch: Branch) {
    let isAwaited = state.withLock { state in
      branch.credit?.add(demand)
      return branch.credit != nil && (prefetch != nil || !state.line.isEmpty)
    }
    if isAwaited { useRoom() }
  }
}
