internal import StreamCore

/// The upstreams that feed a subject. Pure.
@usableFromInline
struct SubjectUpstreams {
  @usableFromInline var subscriptions: [SubscriptionObject] = []

  /// The number of upstreams at which those that have ended are removed.
  private var limit = 16

  @usableFromInline
  init() {}

  /// Adds an upstream. As in `Broadcaster`, those that have ended are removed now and then: the amortised cost of an upstream
  /// is constant.
  ///
  /// - Returns: Those that have ended, to be released outside the lock.
  @usableFromInline
  mutating func append(_ upstream: any Subscription) -> [SubscriptionObject] {
    var ended: [SubscriptionObject] = []
    if subscriptions.count < 16 || subscriptions.count >= limit {
      let end = subscriptions.partition { ($0 as? any EndingConnection)?.hasEnded == true }
      ended = Array(subscriptions[end...])
      subscriptions.removeSubrange(end...)
      limit = max(16, subscriptions.count * 2)
    }
    subscriptions.append(object(of: upstream))
    return ended
  }

  /// Removes all of them.
  mutating func take() -> [SubscriptionObject] {
    defer { subscriptions = [] }
    return subscriptions
  }
}
