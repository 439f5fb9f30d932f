public import StreamCore

// For a property that sends a value before it stores it.
extension Broadcaster {
  /// The value that the property reads: during a delivery, the previous one, unless another has been sent since.
  @inlinable package var stored: Output {
    guard let stored = withValues({ newest, former, _ in former ?? newest }) else {
      preconditionFailure("Only a subject that holds a value can be asked for it.")
    }
    return stored
  }

  /// Sends a value, then stores it. A value that is sent during a delivery is stored immediately and delivered after
  /// it: the last value sent is the one that remains.
  @inlinable
  package func announce(_ value: Output) {
    // What is replaced is released outside the lock.
    var replaced: (Output?, Output?)
    let isDrainThread = withValues { newest, former, _ in
      replaced = (newest, former)
      newest = value
      former = nil
      guard enters(or: .value(value)) else { return false }
      if subscribers.count > 0 { former = replaced.0 }
      return true
    }
    withExtendedLifetime(replaced) {}
    guard isDrainThread else { return }
    if subscribers.count > 0 {
      deliver(value)
      let replaced = withValues { _, former, _ in former.take() }
      withExtendedLifetime(replaced) {}
    }
    leave()
  }
}
