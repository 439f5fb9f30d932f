public import Synchronization

/// The part of a subject that its subscriptions call. It does not depend on the type of the values; `Broadcaster` is
/// the rest.
///
/// It is compiled once. In a generic class these methods would run unspecialised, and look up a dozen types for each
/// subscription: that took four fifths of the time of subscribing and cancelling.
@usableFromInline
package class SubjectHub {
  @usableFromInline package let name: StageName
  @usableFromInline package let holdsValue: Bool
  @usableFromInline package let gate = DrainGate()

  /// Only the drain thread accesses it, and no access lasts while a subscriber is called: a delivery moves the list
  /// out. With the exclusivity check, a value of a `@Published` property costs 1.8 times the instructions.
  @exclusivity(unchecked) @usableFromInline package var subscribers = SubscriberList()

  /// The lock of the queue, and the number of subscribers, not counting those whose removal is queued. It is compiled
  /// once, because it does not depend on the type of the values.
  @usableFromInline package let lock = Locked(0)

  /// Whether the completion has been sent. Accessed under the lock. It stands beside the completion, whose type a debug
  /// build would look up for each value.
  @exclusivity(unchecked) @usableFromInline final var hasEnded = false

  /// The same for other modules, where each access to a property would be checked.
  @inlinable package final var isOver: Bool { hasEnded }

  /// How often the value that the subject holds has been replaced. Accessed under the lock.
  @exclusivity(unchecked) @usableFromInline package final var version = 0

  /// Whether values are requested from the upstreams. It is written under the lock.
  @usableFromInline let hasDemand: SharedWord<Bool>

  /// Accessed under the lock.
  @exclusivity(unchecked) final var upstreams: [SubscriptionObject] = []

  /// The number of upstreams at which the ended ones are removed. Accessed under the lock.
  @exclusivity(unchecked) private final var upstreamLimit = 16

  @inlinable
  init(_ name: StageName, holdsValue: Bool) {
    (self.name, self.holdsValue) = (name, holdsValue)
    // A subject that holds a value keeps it up to date, whether or not a subscriber has demand.
    hasDemand = SharedWord(holdsValue)
  }

  deinit {
    for upstream in upstreams { upstream.cancel() }
  }

  // MARK: What a broadcaster does

  /// Delivers the value that a subscriber has missed, if the subject holds one.
  @usableFromInline
  func replay(to subscription: SubjectSubscription) {}

  /// Queues the removal of a subscriber. The caller holds the lock.
  func queueRemoval(of subscription: SubjectSubscription) {}

  /// Does the work that is queued.
  ///
  /// - Parameter released: Collects removed subscribers, to be released when the gate is open.
  func doWork(releasing released: inout [AnyObject?]) {}

  // MARK: What subscriptions call

  /// A subscriber has requested values, after the handover if `isHandedOver`.
  @usableFromInline
  final func subscriberRequested(_ subscription: SubjectSubscription, isHandedOver: Bool) {
    if !hasDemand.load(ordering: .acquiring) { requestFromUpstreams() }
    if isHandedOver, holdsValue { replay(to: subscription) }
  }

  /// A subscriber has cancelled. It is released when the gate is open: its `deinit` is client code.
  @usableFromInline
  final func remove(_ subscription: SubjectSubscription) {
    var removed: ListedConduit?
    lock.withLock { count in
      count -= 1
      if !gate.edit({ removed = subscribers.remove(subscription) }) { queueRemoval(of: subscription) }
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: The drain thread

  /// Opens the gate. If work was queued in the meantime, does that first.
  @inlinable
  package final func leave() {
    if !gate.leave() { doQueuedWork() }
  }

  @usableFromInline
  final func doQueuedWork() {
    var released: [AnyObject?] = []
    repeat { doWork(releasing: &released) } while !gate.leave()
    withExtendedLifetime(released) {}
  }

  @usableFromInline
  final func append(_ conduit: ListedConduit) {
    subscribers.append(conduit)
  }

  // MARK: Upstreams

  /// Asks the upstreams for values, for the first time.
  @usableFromInline
  package final func requestFromUpstreams() {
    var asked: [SubscriptionObject] = []
    lock.withLock { _ in if !hasDemand.exchange(true, ordering: .acquiringAndReleasing) { asked = upstreams } }
    for upstream in asked { upstream.request(.unlimited) }
  }

  @usableFromInline
  package final func send(subscription upstream: any Subscription) {
    let isWanted: Bool? = lock.withLock { _ in
      if hasEnded { return nil }
      // Removes connections that have ended: a subject that is connected repeatedly would otherwise retain them all.
      // Fewer than 16 are searched at each call; more only when their number has doubled, so that the amortised cost of
      // an upstream is constant. A connection that has ended retains nothing of a client's.
      if upstreams.count < 16 || upstreams.count >= upstreamLimit {
        upstreams.removeAll { ($0 as? any EndingConnection)?.hasEnded == true }
        upstreamLimit = max(16, upstreams.count * 2)
      }
      upstreams.append(object(of: upstream))
      return hasDemand.load(ordering: .acquiring)
    }
    guard let isWanted else { return upstream.cancel() }
    if isWanted { upstream.request(.unlimited) }
  }
}

/// The conduits of a subject, in the order in which their subscribers subscribed.
///
/// Each subscription stores its place, so that its conduit is removed in constant time, amortised: its place becomes
/// empty, and the list is compacted once more than half of the places are empty. The elements are `AnyObject`: in code
/// that does not know the types of a subject, an array of a generic class is ten times as slow.
@frozen
@usableFromInline
package struct SubscriberList {
  @usableFromInline package var places: ContiguousArray<AnyObject?> = []
  @usableFromInline package private(set) var count = 0

  @inlinable
  init() {}

  mutating func append(_ conduit: ListedConduit) {
    conduit.subscription.place = Int32(places.count)
    places.append(conduit)
    count += 1
  }

  /// The conduit of a subscription, if it is in the list.
  func conduit(of subscription: SubjectSubscription) -> ListedConduit? {
    let place = Int(subscription.place)
    guard place < places.count, let found = places[place] else { return nil }
    let conduit = unsafeDowncast(found, to: ListedConduit.self)
    return conduit.subscription === subscription ? conduit : nil
  }

  /// - Returns: The conduit that is removed, to be released by the caller.
  mutating func remove(_ subscription: SubjectSubscription) -> ListedConduit? {
    guard let removed = conduit(of: subscription) else { return nil }
    places[Int(subscription.place)] = nil
    count -= 1
    while let last = places.last, last === nil { places.removeLast() }
    // A short list is not compacted.
    guard places.count > 16, count < places.count / 2 else { return removed }
    places.removeAll { $0 === nil }
    for (place, conduit) in places.enumerated() {
      if let conduit { unsafeDowncast(conduit, to: ListedConduit.self).subscription.place = Int32(place) }
    }
    return removed
  }
}
