// What a property needs that tells its subscribers of a value before it takes it on.
extension Broadcaster {
  /// What the property reads: until the subscribers have been told of a value, the one before.
  @inlinable package var stored: Output {
    guard let stored = state.withLock({ $0.former ?? $0.current }) else {
      preconditionFailure("Only a subject that holds a value can be asked for it.")
    }
    return stored
  }

  /// Sends a value, then takes it on. One that is sent during a delivery is taken on at once, and delivered after it: the
  /// last to be sent is the one that stays.
  @inlinable
  package func announce(_ value: Output) {
    // What is replaced goes outside the lock.
    var replaced: (Output?, Output?)
    let turn: Turn = state.withLock { state in
      replaced = (state.current, state.former)
      state.current = value
      state.former = nil
      if right.take() {
        if subscribers.count > 0 { state.former = replaced.0 }
        return .mine
      }
      state.work.append(.value(value))
      return right.leaveWork() ? .mineWithWorkLeft : .notMine
    }
    withExtendedLifetime(replaced) {}
    if turn == .mine, subscribers.count > 0 {
      deliver(value)
      let former = state.withLock { $0.former.take() }
      withExtendedLifetime(former) {}
    }
    if turn != .notMine { finishTurn() }
  }
}
