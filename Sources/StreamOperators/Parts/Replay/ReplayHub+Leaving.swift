public import StreamCore

// For an owner of several hubs, which sends to them under a lock of its own, and delivers after that.
extension ReplayHub {
  /// Takes a value, without delivering it. The hub must not measure ages.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @inlinable
  package func leave(_ value: Output) -> Bool {
    broadcaster.withState { state in
      guard state.completion == nil else { return false }
      log.append(value)
      return leave(.value(value), &state)
    }
  }

  /// Takes the completion, without delivering it. The hub must not have upstreams.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @usableFromInline
  package func leave(_ completion: Completion) -> Bool {
    broadcaster.withState { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      return leave(.completion(completion), &state)
    }
  }

  @inlinable
  func leave(_ work: Broadcaster<Output, Failure>.Work, _ state: inout Broadcaster<Output, Failure>.State) -> Bool {
    state.work.append(work)
    guard broadcaster.gate.enterOrMark() else { return false }
    // Entered with work in the queue, which is marked, so that the gate is not opened before it is done.
    _ = broadcaster.gate.enterOrMark()
    return true
  }

  /// Delivers what has been left.
  @inlinable
  package func deliverWhatIsLeft() {
    broadcaster.leave()
    // Also what has been left meanwhile, for which nobody owes a call.
    while let removed = withLog({ $0.popExcess() }) { withExtendedLifetime(removed) {} }
  }
}
