/// A stage without state that never ends a stream by itself: it hands the upstream subscription on, and needs neither
/// an object nor a lock.
///
/// An operator supplies its `receive(_:)`, its name, and the mapping of a completion that changes type.
@usableFromInline
package protocol ForwardingInner: InnerSubscriber {}

extension ForwardingInner {
  /// A stage that only forwards signals has its downstream's identity.
  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package var needsGuard: Bool { downstream.isGuardedStage }

  /// A stage that needs the subscription returns `nil`.
  @inlinable package var _sink: AnyObject? { downstream._sink }

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
