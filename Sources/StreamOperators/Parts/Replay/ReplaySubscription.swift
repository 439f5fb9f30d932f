public import StreamCore

/// Holds a ``ReplayHub`` for its subscribers: a subject, or a publisher that shares.
@usableFromInline
package protocol ReplayOwner: AnyObject {
  /// A subscriber of a hub has cancelled.
  func subscriberCancelled(in hub: AnyObject)
}

extension ReplayOwner {
  @usableFromInline
  package func subscriberCancelled(in hub: AnyObject) {}
}

/// The subscription that a ``ReplayHub`` hands to one subscriber. It holds the hub and its owner until the stream ends,
/// and never the subscriber.
// Sendable: `place` belongs to the drain thread of the hub; everything else is atomic or under the lock.
@usableFromInline
package final class ReplaySubscription<Output, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let name: StageName
  @usableFromInline let pendingDemand = AtomicDemand()
  private let link: Locked<Link?>

  /// Its index in the hub's list. Of the drain thread alone; nothing is called during an access.
  @exclusivity(unchecked) @usableFromInline var place = 0

  private struct Link {
    let hub: ReplayHub<Output, Failure>
    let owner: (any ReplayOwner)?
  }

  @usableFromInline
  init(_ hub: ReplayHub<Output, Failure>, owner: (any ReplayOwner)?) {
    name = hub.name
    link = Locked(Link(hub: hub, owner: owner))
  }

  @usableFromInline package var description: String { name.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": pendingDemand.outstanding] }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    // While demand is outstanding there is nothing to deliver, or the drain thread is about to.
    guard demand != .none, pendingDemand.add(demand) else { return }
    link.withLock { $0?.hub }?.serve(self)
  }

  @usableFromInline
  package func cancel() {
    // Every cancel closes both (rule 5): the drain thread looks at the demand.
    _ = pendingDemand.close()
    guard let former = link.exchange(nil) else { return }
    former.hub.remove(self)
    former.owner?.subscriberCancelled(in: former.hub)
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    guard pendingDemand.close() != nil else { return false }
    let former = link.exchange(nil)
    withExtendedLifetime(former) {}
    return true
  }
}

/// Retains one subscriber of a ``ReplayHub``, and stores where in the log it is. Of the drain thread alone, once the
/// subscriber has been handed over.
@usableFromInline
final class ReplayConduit<Output, Failure: Error> {
  @usableFromInline let subscription: ReplaySubscription<Output, Failure>
  @usableFromInline let downstream: ErasedSubscriber<Output, Failure>

  /// The position of the next element. No access lasts while the subscriber is called.
  @exclusivity(unchecked) @usableFromInline var cursor = 0

  @inlinable
  init(_ subscription: ReplaySubscription<Output, Failure>, to downstream: ErasedSubscriber<Output, Failure>) {
    (self.subscription, self.downstream) = (subscription, downstream)
  }

  @inlinable
  func deliver(_ value: Output) {
    cursor += 1
    let more = downstream.receiveValue(value)
    if more != .none { _ = subscription.pendingDemand.add(more) }
  }
}
