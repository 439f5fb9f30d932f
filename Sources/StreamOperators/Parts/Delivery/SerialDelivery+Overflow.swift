public import StreamCore

/// The rules of a queue whose policy may be to fail when it is full.
@usableFromInline
package protocol OverflowingPolicy: DeliveryPolicy {
  /// The subscription of an upstream that has overflowed the queue, to be cancelled outside the lock. It has been
  /// terminated already, so that the end of the stream does not cancel it.
  var overflowed: SubscriptionObject? { get set }
}

extension SerialDelivery where Policy: OverflowingPolicy {
  /// Cancels the upstream that has overflowed the queue.
  @usableFromInline
  package func cancelOverflowed() {
    let upstream = state.withLock { $0.policy.overflowed.take() }
    upstream?.cancel()
  }

  /// Cancels the upstream that has overflowed the queue, and fails after the queued values.
  ///
  /// - Parameter makeFailure: Makes the failure. It may run a client's code, and is called under no lock.
  @usableFromInline
  package func overflow(makeFailure: (() -> Policy.Failure)?) {
    cancelOverflowed()
    if let makeFailure { fail(makeFailure()) }
  }
}
