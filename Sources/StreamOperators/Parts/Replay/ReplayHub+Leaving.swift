public import StreamCore

// For an owner of several hubs, which sends to them under a lock of its own, and delivers after that.
extension ReplayHub {
  /// Takes a value, without delivering it. The hub must not measure ages.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @inlinable
  package func leave(_ value: Output) -> Bool {
    broadcaster.lock.withLock { _ in
      if broadcaster.isOver { return false }
      log.append(value)
      return leave(.value(value))
    }
  }

  /// Takes the completion, without delivering it. The hub must not have upstreams.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @usableFromInline
  package func leave(_ completion: Completion) -> Bool {
    broadcaster.lock.withLock { _ in
      if broadcaster.isOver { return false }
      broadcaster.completion = completion
      return leave(.completion(completion))
    }
  }

  @inlinable
  func leave(_ work: Broadcaster<Output, Failure>.Work) -> Bool {
    guard broadcaster.enters(or: work) else { return false }
    // The mark lets the drain thread do the work before it opens the gate.
    _ = broadcaster.queue { work }
    _ = broadcaster.gate.enterOrMark()
    return true
  }

  /// Delivers what has been left.
  @inlinable
  package func deliverWhatIsLeft() {
    broadcaster.leave()
    // A value that another call has left during the delivery is in the log, too.
    while let removed = withLog({ $0.popExcess() }) { withExtendedLifetime(removed) {} }
  }
}
