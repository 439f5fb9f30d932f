/// What a stage knows of its upstream. Its transitions return the subscription to act on, outside the lock.
///
/// It is a structure, so that the value path reads one byte: reading an enumeration with a payload would retain the
/// subscription.
@frozen
@usableFromInline
package struct UpstreamState: CustomStringConvertible {
  @frozen
  @usableFromInline
  package enum Phase {
    case awaitingSubscription, active, terminated
  }

  @usableFromInline package private(set) var phase: Phase

  /// The upstream's subscription, while values flow.
  @usableFromInline package private(set) var subscription: SubscriptionObject?

  @usableFromInline
  init(_ phase: Phase, _ subscription: SubscriptionObject? = nil) {
    (self.phase, self.subscription) = (phase, subscription)
  }

  @usableFromInline package static var awaitingSubscription: Self { Self(.awaitingSubscription) }

  @usableFromInline package static var terminated: Self { Self(.terminated) }

  @usableFromInline
  package static func active(_ subscription: SubscriptionObject) -> Self { Self(.active, subscription) }

  /// Takes the first subscription.
  ///
  /// - Returns: Whether it was taken; if not, the caller cancels it (rule 1).
  @usableFromInline
  package mutating func attach(_ subscription: any Subscription) -> Bool {
    guard phase == .awaitingSubscription else { return false }
    self = .active(object(of: subscription))
    return true
  }

  /// Ends a stream that has begun.
  ///
  /// - Returns: The subscription to release or cancel; `nil` if there was none or the stream had ended.
  @usableFromInline
  package mutating func terminate() -> SubscriptionObject? {
    guard phase == .active else { return nil }
    phase = .terminated
    return subscription.take()
  }

  /// Whether values flow.
  @inlinable package var isActive: Bool { phase == .active }

  @usableFromInline package var description: String {
    subscription.map { "\(phase)(\($0))" } ?? "\(phase)"
  }
}
