/// A stage that holds no state and never ends a stream by itself: it hands the upstream's subscription on, and costs
/// neither an object nor a lock.
///
/// What is particular to an operator is its `receive(_:)`, its name, and what it does to a completion that changes type.
@usableFromInline
package protocol ForwardingInner: InnerSubscriber {}

extension ForwardingInner {
  /// A stage that adds nothing of its own to the exchange of signals has its downstream's identity.
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package var needsGuard: Bool { downstream.isGuardedStage }

  @inlinable package var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream] }

  @inlinable
  package func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }
}

extension ForwardingInner where Failure == Downstream.Failure {
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
