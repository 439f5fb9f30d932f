/// A stage's upstream. The transitions return the subscription to act on, outside the lock.
@usableFromInline
package enum UpstreamState {
  case awaitingSubscription
  case active(SubscriptionObject)
  case terminated

  /// Stores the first subscription.
  ///
  /// - Returns: Whether it was stored; a second subscription must be cancelled (rule 1).
  @usableFromInline
  package mutating func attach(_ subscription: any Subscription) -> Bool {
    guard case .awaitingSubscription = self else { return false }
    self = .active(object(of: subscription))
    return true
  }

  /// Terminates an active stream.
  ///
  /// - Returns: The subscription to release or cancel; `nil` if there was none or the stream had terminated before.
  @usableFromInline
  package mutating func terminate() -> SubscriptionObject? {
    guard case .active(let subscription) = self else { return nil }
    self = .terminated
    return subscription
  }

  /// Whether the stream is active.
  @inlinable package var isActive: Bool { if case .active = self { true } else { false } }

  /// The upstream subscription, while the stream is active.
  @usableFromInline package var subscription: SubscriptionObject? {
    guard case .active(let subscription) = self else { return nil }
    return subscription
  }
}
