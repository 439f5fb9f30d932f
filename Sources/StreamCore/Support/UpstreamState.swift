/// What a stage knows of its upstream. Its transitions return what to act on, outside the lock.
@usableFromInline
package enum UpstreamState {
  case awaitingSubscription
  case active(SubscriptionObject)
  case terminated

  /// Takes the first subscription.
  ///
  /// - Returns: Whether it was taken; if not, it is one too many, and to be cancelled (rule 1).
  @usableFromInline
  package mutating func attach(_ subscription: any Subscription) -> Bool {
    guard case .awaitingSubscription = self else { return false }
    self = .active(object(of: subscription))
    return true
  }

  /// Ends a stream that has begun.
  ///
  /// - Returns: The subscription to let go of, or to cancel; `nil` if there was none or the end had come before.
  @usableFromInline
  package mutating func terminate() -> SubscriptionObject? {
    guard case .active(let subscription) = self else { return nil }
    self = .terminated
    return subscription
  }

  /// Whether values flow.
  @inlinable package var isActive: Bool { if case .active = self { true } else { false } }

  /// The upstream's subscription, while values flow.
  @usableFromInline package var subscription: SubscriptionObject? {
    guard case .active(let subscription) = self else { return nil }
    return subscription
  }
}
