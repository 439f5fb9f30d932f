public import StreamCore

/// The rules of a stage with one upstream. Unless it says otherwise, it requests nothing at first, and passes the end
/// on after what is queued.
@usableFromInline
package protocol SingleUpstreamPolicy: DeliveryPolicy {
  var upstream: UpstreamState { get set }
}

extension SingleUpstreamPolicy {
  @inlinable
  package mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    // Downstream, which receives its subscription next, has requested nothing yet.
    upstream.attach(subscription) ? Subscribers.Demand.none : nil
  }

  @inlinable
  package func isActive(_ origin: UpstreamKey) -> Bool { upstream.isActive }

  @inlinable
  package mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    upstream.terminate()
  }

  @inlinable package var isOver: Bool { upstream.phase == .terminated }

  @inlinable
  package func subscription(of origin: UpstreamKey) -> SubscriptionObject? { upstream.subscription }

  @usableFromInline
  package mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate()].compactMap { $0 })
  }
}
