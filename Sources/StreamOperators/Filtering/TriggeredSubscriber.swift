public import StreamCore

/// A part of a stage that another publisher, the trigger, opens or ends.
@usableFromInline
protocol TriggerStagePart: InnerSubscriber {
  var gate: TriggeredSubscription { get }
}

extension TriggerStagePart {
  @inlinable var description: String { gate.description }

  @inlinable var combineIdentifier: CombineIdentifier { gate.combineIdentifier }

  /// Ends the stream: cancels both upstreams, then completes downstream.
  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if gate.terminate() { downstream.receive(completion: completion) }
  }
}

/// The part that receives the elements.
@usableFromInline
protocol TriggeredSubscriber: TriggerStagePart where Failure == Downstream.Failure {}

extension TriggeredSubscriber {
  @inlinable
  func receive(subscription: any Subscription) {
    gate.attach(subscription)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if gate.upstreamEnded() { downstream.receive(completion: completion) }
  }
}

/// The part that waits for the trigger.
@usableFromInline
protocol TriggerSubscriber: TriggerStagePart {}

extension TriggerSubscriber {
  @inlinable
  func receive(subscription: any Subscription) {
    gate.attachTrigger(subscription)
  }
}
