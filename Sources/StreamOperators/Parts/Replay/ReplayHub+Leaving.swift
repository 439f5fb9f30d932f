public import StreamCore

// For an owner of several hubs, which sends to them under a lock of its own, and delivers after that.
extension ReplayHub {
  /// Takes a value, without delivering it. The hub must not measure ages.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @inlinable
  package func leave(_ value: Output) -> Bool {
    state.withLock { state in
      guard state.completion == nil else { return false }
      state.log.append(value, stamp: nil)
      return gate.enterOrMark()
    }
  }

  /// Takes the completion, without delivering it. The hub must not have upstreams.
  ///
  /// - Returns: Whether the caller owes a call of ``deliverWhatIsLeft()``, on any thread.
  @usableFromInline
  package func leave(_ completion: Completion) -> Bool {
    state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      return gate.enterOrMark()
    }
  }

  /// Delivers what has been left.
  @inlinable
  package func deliverWhatIsLeft() {
    drain(next())
  }
}
