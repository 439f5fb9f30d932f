public import StreamCore

@usableFromInline
package typealias SwitchDelivery<Downstream: Subscriber> = SerialDelivery<
  SwitchPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one publisher. Its signals are ignored once a later publisher has arrived.
@frozen
@usableFromInline
package struct SwitchInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let delivery: SwitchDelivery<Downstream>
  @usableFromInline package let origin: UpstreamKey

  @inlinable
  package init(delivery: SwitchDelivery<Downstream>, epoch: Int) {
    self.delivery = delivery
    origin = UpstreamKey(epoch: epoch)
  }

  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    delivery.run(values, then: completion, from: origin)
  }
}

extension SerialDelivery where Policy == SwitchPolicy<Downstream.Input, Downstream.Failure> {
  /// Begins the next epoch, unless upstream has ended: drops the queued values of the previous publisher, and cancels
  /// it.
  ///
  /// The epoch begins and the queue is emptied under one lock: otherwise a value of the previous publisher could be
  /// queued in between. A value that the drain thread has already taken is still delivered.
  ///
  /// - Returns: Its number, for a ``SwitchInner``.
  @inlinable @inline(__always)
  package func beginEpoch() -> Int? {
    let (next, dropped) = state.change { state in
      let next = state.policy.beginEpoch()
      if next != nil { state.interruptRun() }
      return (next, next == nil ? nil : state.takeReady())
    }
    withExtendedLifetime(dropped) {}
    guard let next else { return nil }
    next.previous?.cancel()
    return next.epoch
  }

  /// Whether the latest publisher may still be subscribed to: it is that of `epoch`, and the stream has not ended.
  @inlinable
  package func isAwaiting(epoch: Int) -> Bool {
    state.withLock { $0.policy.isAwaiting(epoch: epoch) }
  }
}
