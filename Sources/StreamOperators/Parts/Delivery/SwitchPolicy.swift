public import StreamCore

/// The rules of `switchToLatest`, `flatMapLatest`, `flatMapFirst` and `concatMap`: only values of the latest publisher
/// are delivered.
///
/// Publishers are numbered by epochs, from 1. Signals of an earlier epoch are ignored: a publisher may still send
/// after its cancel.
@frozen
@usableFromInline
package struct SwitchPolicy<Element, Failure: Error>: BoundedPolicy, RunningPolicy {
  @usableFromInline var outer = UpstreamState.awaitingSubscription
  @usableFromInline var epoch = 0

  /// Whether the latest publisher has not sent its subscription yet.
  @usableFromInline var isAwaitingInner = false

  /// The subscription of the latest publisher, until it ends.
  @usableFromInline var inner: SubscriptionObject?

  @inlinable
  package init() {}

  /// Begins the next epoch, unless upstream has ended.
  ///
  /// - Returns: Its number, and the subscription of the previous one, to be cancelled outside the lock.
  @inlinable
  package mutating func beginEpoch() -> (epoch: Int, previous: SubscriptionObject?)? {
    guard outer.isActive else { return nil }
    epoch += 1
    isAwaitingInner = true
    return (epoch, inner.take())
  }

  /// Whether the latest publisher has ended.
  @inlinable package var isIdle: Bool { inner == nil && !isAwaitingInner }

  /// Begins the next epoch, unless upstream has ended or the latest publisher has not.
  ///
  /// - Returns: Its number.
  @inlinable
  package mutating func beginEpochIfIdle() -> Int? {
    isIdle ? beginEpoch()?.epoch : nil
  }

  /// Begins the next epoch, though upstream may have ended, as the latest publisher has.
  ///
  /// - Returns: Its number.
  @inlinable
  package mutating func advance() -> Int {
    epoch += 1
    isAwaitingInner = true
    return epoch
  }

  /// Whether the latest publisher may still be subscribed to: it is that of `epoch`, and the stream has not ended.
  @inlinable
  package func isAwaiting(epoch: Int) -> Bool { self.epoch == epoch && isAwaitingInner }

  @inlinable
  package mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    if origin == .outer { return outer.attach(subscription) ? .unlimited : nil }
    guard origin.epoch == epoch, isAwaitingInner else { return nil }
    isAwaitingInner = false
    inner = object(of: subscription)
    return demand
  }

  @inlinable
  package func isActive(_ origin: UpstreamKey) -> Bool { origin.epoch == epoch && inner != nil }

  // The latest publisher has received exactly the outstanding demand; a value beyond it breaks the contract, and is
  // dropped.
  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable
  package mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    if origin == .outer { return outer.terminate() }
    return origin.epoch == epoch ? inner.take() : nil
  }

  @inlinable
  package mutating func startRun(of origin: UpstreamKey) -> Bool { isAwaiting(epoch: origin.epoch) }

  @inlinable
  package func continuesRun(of origin: UpstreamKey) -> Bool { isAwaiting(epoch: origin.epoch) }

  @inlinable
  package mutating func endRun(of origin: UpstreamKey) -> Bool {
    guard isAwaiting(epoch: origin.epoch) else { return false }
    isAwaitingInner = false
    return true
  }

  @inlinable package var isOver: Bool {
    outer.phase == .terminated && inner == nil && !isAwaitingInner
  }

  // Without an active publisher, the demand stays outstanding until the next one attaches.
  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    // Without an active publisher, the demand stays outstanding until the next one attaches.
    UpstreamRequests(inner == nil ? .none : event.more, of: UpstreamKey(epoch: epoch))
  }

  @inlinable
  package func subscription(of origin: UpstreamKey) -> SubscriptionObject? { origin.epoch == epoch ? inner : nil }

  /// The subscription of upstream, while that is active.
  @inlinable package var outerSubscription: SubscriptionObject? { outer.subscription }

  @usableFromInline
  package mutating func end() -> EndedUpstreams { EndedUpstreams(takeSubscriptions()) }

  /// Ends upstream and the latest publisher.
  ///
  /// - Returns: The subscriptions of those that were active.
  @usableFromInline
  package mutating func takeSubscriptions() -> [SubscriptionObject] {
    isAwaitingInner = false
    return [outer.terminate(), inner.take()].compactMap { $0 }
  }
}
