public import StreamCore

// What subscribers that suspend have room for: those who send may wait for it, and a paced upstream is asked for no more.
extension BroadcastHub {
  /// Lets those who wait for room send, and requests from a paced upstream what there is room for.
  @usableFromInline
  func useRoom() {
    var admitted: [EmitLine<Output>.Waiter] = []
    var (demand, upstream): (Int, SubscriptionObject?) = (0, nil)
    let isDrainThread = state.withLock { state in
      if let prefetch, let first = state.upstreams.subscriptions.first, state.branches.count > 0,
        state.requested < prefetch, hasRoom(beyond: state.requested, in: state)
      {
        demand = min(leastRoom(in: state), prefetch) - state.requested
        state.requested += demand
        upstream = first
      }
      guard !state.line.isEmpty else { return false }
      while true {
        let (hasRoom, held) = (hasRoom(in: state), state.line.hasMarks ? held(in: state) : 0)
        guard let waiter = state.line.admit(hasRoom: hasRoom, held: held) else { break }
        admit(waiter.value, in: &state)
        admitted.append(waiter)
      }
      return admitted.isEmpty ? false : gate.enterOrMark()
    }
    if isDrainThread { drain() }
    for waiter in admitted { waiter.continuation.resume(returning: true) }
    upstream?.request(.max(demand))
  }

  /// Queues a value for which room is taken.
  func admit(_ value: Output, in state: inout State) {
    takeRoom(in: state.branches.places, always: true)
    state.work.append(.value(value, state.branches.places, hasRoom: true))
  }

  /// Whether each branch that suspends has room for more than so many values. Of those that have just been served, the last
  /// one decides: the list is read from its end.
  @inlinable
  func hasRoom(beyond count: Int = 0, in state: State) -> Bool {
    guard state.suspendingCount > 0 else { return true }
    for case let place? in state.branches.places.reversed() {
      if let credit = unsafeDowncast(place, to: Branch.self).credit, credit.room <= count { return false }
    }
    return true
  }

  private func leastRoom(in state: State) -> Int {
    var least = Int.max
    for case let place? in state.branches.places {
      if let credit = unsafeDowncast(place, to: Branch.self).credit { least = min(least, credit.room) }
    }
    return least
  }

  /// The number of values that wait in the queue of the slowest branch that suspends.
  func held(in state: State) -> Int {
    guard state.suspendingCount > 0 else { return 0 }
    return branches(in: state.branches.places).compactMap { $0.credit?.held }.max() ?? 0
  }
}
