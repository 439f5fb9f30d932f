public import StreamCore

/// A subscriber of a stage with two upstreams: the publisher of the elements, and a trigger that opens or ends their
/// stream.
@usableFromInline
package protocol TriggerStageInner: InnerSubscriber {
  var gate: TriggeredSubscription { get }
}

extension TriggerStageInner {
  @inlinable package var description: String { gate.description }

  @inlinable package var combineIdentifier: CombineIdentifier { gate.combineIdentifier }

  /// Ends the stream: cancels both upstreams, then completes downstream.
  @inlinable
  package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if gate.terminate() { downstream.receive(completion: completion) }
  }
}

/// The subscriber of the elements.
@usableFromInline
package protocol TriggeredInner: TriggerStageInner where Failure == Downstream.Failure {}

extension TriggeredInner {
  @inlinable
  package func receive(subscription: any Subscription) {
    gate.attach(subscription)
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard gate.upstreamEnded() else { return FailureHook.report(late: completion, at: gate) }
    downstream.receive(completion: completion)
  }
}

/// The subscriber of the trigger.
@usableFromInline
package protocol TriggerInner: TriggerStageInner {}

extension TriggerInner {
  @inlinable
  package func receive(subscription: any Subscription) {
    gate.attachTrigger(subscription)
  }
}
