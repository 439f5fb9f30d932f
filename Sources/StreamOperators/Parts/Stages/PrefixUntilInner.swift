public import StreamCore

/// Passes elements on until the trigger fires.
@usableFromInline
package struct PrefixUntilInner<Downstream: Subscriber>: TriggeredInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let gate: TriggeredSubscription

  @inlinable
  package init(downstream: Downstream, gate: TriggeredSubscription) {
    self.downstream = downstream
    self.gate = gate
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    let demand = gate.beginDelivery() ? downstream.receive(input) : .none
    if gate.endDelivery() { end(.finished) }
    return demand
  }
}

/// Completes the stream at the trigger's first element. If upstream is delivering an element at that moment, the
/// delivering thread completes the stream instead, after that element: `fire()` and `endDelivery()` decide which of the
/// two does.
@usableFromInline
package struct PrefixUntilTriggerInner<Input, Failure: Error, Downstream: Subscriber>: TriggerInner {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let gate: TriggeredSubscription

  @inlinable
  package init(downstream: Downstream, gate: TriggeredSubscription) {
    self.downstream = downstream
    self.gate = gate
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    if let ended = gate.takeTrigger() {
      ended.cancel()
      if gate.fire() { end(.finished) }
    }
    return .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    let ended = gate.takeTrigger()
    withExtendedLifetime(ended) {}
  }
}
