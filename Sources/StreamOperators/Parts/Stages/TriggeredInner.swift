public import StreamCore

/// A part of a stage that another publisher, the trigger, opens or ends.
@usableFromInline
package protocol TriggerStagePart: InnerSubscriber {
  var gate: TriggeredSubscription { get }
}

extension TriggerStagePart {
  @inlinable package var description: String { gate.description }

  @inlinable package var combineIdentifier: CombineIdentifier { gate.combineIdentifier }

  /// Ends the stream: cancels both upstreams, then completes downstream.
  @inlinable
  package func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if gate.terminate() { downstream.receive(completion: completion) }
  }
}

/// The part that receives the elements.
@usableFromInline
package protocol TriggeredInner: TriggerStagePart where Failure == Downstream.Failure {}

extension TriggeredInner {
  @inlinable
  package func receive(subscription: any Subscription) {
    gate.attach(subscription)
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    if gate.upstreamEnded() { downstream.receive(completion: completion) }
  }
}

/// The part that waits for the trigger.
@usableFromInline
package protocol TriggerSubscriber: TriggerStagePart {}

extension TriggerSubscriber {
  @inlinable
  package func receive(subscription: any Subscription) {
    gate.attachTrigger(subscription)
  }
}
