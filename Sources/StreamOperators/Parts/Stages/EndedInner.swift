public import StreamCore

// A subject without values is an end signal: its completion ends all streams that are bound to it. It retains each of
// them until that stream ends.
extension Broadcaster where Output == Never {
  /// How it has completed; `nil` before.
  @usableFromInline package var end: Completion? { lock.withLock { _ in completion } }

  /// Passes the elements of `upstream` on to `downstream` until this completes; then cancels upstream, and completes
  /// downstream likewise.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of the elements, which is not subscribed to if this has completed.
  ///   - downstream: The subscriber.
  ///   - name: The description of the stage.
  ///   - owner: The object with this signal, which the stream retains until it ends.
  @inlinable @inline(__always)
  package func bind<Upstream: Publisher, Downstream: Subscriber>(
    _ upstream: Upstream, to downstream: Downstream, as name: String, owner: AnyObject
  ) where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    if let end { return downstream.end(with: end.converted()) }
    let gate = TriggeredSubscription(name)
    downstream.receive(subscription: gate)
    subscribe(EndSignalInner<Failure, Downstream>(downstream: downstream, gate: gate), owner: owner)
    // It may have completed inside these calls.
    if !gate.hasFired { upstream.subscribe(EndedInner(downstream: downstream, gate: gate, signal: self)) }
  }
}

/// Passes elements on until the signal completes.
@usableFromInline
package struct EndedInner<SignalFailure: Error, Downstream: Subscriber>: TriggeredInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let gate: TriggeredSubscription
  @usableFromInline let signal: Broadcaster<Never, SignalFailure>

  @inlinable
  package init(downstream: Downstream, gate: TriggeredSubscription, signal: Broadcaster<Never, SignalFailure>) {
    (self.downstream, self.gate, self.signal) = (downstream, gate, signal)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard gate.isActive else { return .none }
    let demand = gate.beginDelivery() ? downstream.receive(input) : .none
    if gate.endDelivery() { endAsSignal() }
    return demand
  }

  @usableFromInline
  func endAsSignal() {
    if let end = signal.end { self.end(end.converted()) }
  }
}

/// Cancels upstream at the signal's completion, and ends the stream with it; if an element is being delivered at that
/// moment, the delivering thread ends it instead, after that element.
@usableFromInline
package struct EndSignalInner<Failure: Error, Downstream: Subscriber>: TriggerInner {
  @usableFromInline package typealias Input = Never

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let gate: TriggeredSubscription

  @inlinable
  init(downstream: Downstream, gate: TriggeredSubscription) {
    (self.downstream, self.gate) = (downstream, gate)
  }

  @usableFromInline
  package func receive(_ input: Never) -> Subscribers.Demand {}

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Failure>) {
    // Here, so that a slow delivery on another thread does not keep upstream at work.
    gate.cancelUpstream()
    if gate.fire() { end(completion.converted()) }
  }
}

extension Subscribers.Completion {
  /// The same completion, where the failures are of one type, or there are none.
  @usableFromInline
  func converted<Target: Error>() -> Subscribers.Completion<Target> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(error.converted())
    }
  }
}
