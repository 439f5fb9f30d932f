/// The subscription that a subject hands to one subscriber. It holds the subject until the stream ends, and never the
/// subscriber.
///
/// **Handover.** Until `receive(subscription:)` has returned, the subscriber belongs to the thread that subscribes it.
/// What the subject sends from the first request on is queued in the handover, and what the subscriber requests is
/// counted there. `pendingDemand` stays at zero, so that the drain thread takes the slow path, which looks at the
/// handover under the lock.
// Sendable: `place` and `outcome` belong to the drain thread of the subject, `hasMissedValue` to the thread that
// delivers to the subscriber; everything else is atomic or under the lock.
@usableFromInline
package final class SubjectSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline let name: StageName
  @usableFromInline package let pendingDemand = AtomicDemand()
  @usableFromInline package let link: Locked<Link>

  /// Its index in the subject's list. Only the drain thread accesses it, and nothing is called during an access. With
  /// the exclusivity check, a subscription costs 1.02 times the instructions.
  @exclusivity(unchecked) @usableFromInline var place: Int32 = 0

  /// Whether the newest value found no demand. A subject that holds a value delivers it at the next request. Only the
  /// delivering thread accesses it, and nothing is called during an access. With the exclusivity check, a value costs
  /// 1.5 times the instructions.
  @exclusivity(unchecked) @usableFromInline var hasMissedValue = false

  /// What a subscriber that is a queue did with the value that it received last: `queue`, or `drop` of this or an older
  /// one. Of the drain thread.
  @exclusivity(unchecked) @usableFromInline package var outcome = OfferAction.deliver

  @usableFromInline
  package struct Link {
    @usableFromInline package var hub: SubjectHub?

    /// The subject itself, the owner of the hub: to a client that holds a subject weakly, it exists for as long as it
    /// has subscribers.
    @usableFromInline var owner: AnyObject?

    /// The demand counted during the handover. This handover ends only when the queued signals have been delivered,
    /// too. So it does not use the type `Handover` of the other subscriptions, which only withholds demand.
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var phase: Phase
    @usableFromInline var hasRequested = false

    @inlinable
    init(_ phase: Phase, _ hub: SubjectHub? = nil, owner: AnyObject? = nil) {
      (self.phase, self.hub, self.owner) = (phase, hub, owner)
    }
  }

  @usableFromInline
  package enum Phase {
    case handover, open, closed
  }

  @inlinable
  package init(_ hub: SubjectHub, owner: AnyObject?, phase: Phase = .handover) {
    name = hub.name
    link = Locked(Link(phase, hub, owner: owner))
  }

  @usableFromInline package var description: String { name.description }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let (hub, isHandedOver) = link.withLock { link -> (SubjectHub?, Bool) in
      add(demand, &link)
      return (link.hub, link.phase == .open)
    }
    hub?.subscriberRequested(self, isHandedOver: isHandedOver)
  }

  @usableFromInline
  package func cancel() {
    // Every cancel closes both (rule 5): one that returned because another had closed the demand might find the link
    // still open. The drain thread checks the demand, the thread of the handover checks the link.
    _ = pendingDemand.close()
    let former = link.exchange(Link(.closed))
    former.hub?.remove(self)
    withExtendedLifetime(former) {}
  }

  /// Adds demand; during the handover, to what is counted there.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    link.withLock { add(demand, &$0) }
  }

  private func add(_ demand: Subscribers.Demand, _ link: inout Link) {
    switch link.phase {
    case .handover:
      link.demand += demand
      link.hasRequested = true
    case .open: _ = pendingDemand.add(demand)
    case .closed: break
    }
  }

  /// Takes demand for a value that the subject sends. The caller queues it, if it must, and the handover may be over by
  /// then.
  @inlinable
  func offer() -> OfferAction {
    pendingDemand.takeOne() ? .deliver : offerSlowly()
  }

  @usableFromInline
  func offerSlowly() -> OfferAction {
    let action: OfferAction = link.withLock { link in
      switch link.phase {
      case .handover:
        // Queued without looking at the demand: the delivery of an earlier queued value may return more. Before the
        // first request nothing can be delivered, and a subject that does not hold its value drops it.
        return link.hasRequested || link.hub?.holdsValue == true ? .queue : .drop
      case .open:
        if pendingDemand.takeOne() { return .deliver }
        // After a cancel, `hasMissedValue` may still belong to the thread of the handover.
        if pendingDemand.isClosed { return .skip }
        return link.hub?.holdsValue == true ? .miss : .drop
      case .closed: return .skip
      }
    }
    if action == .drop { UnrequestedValueHook.report(name, self) }
    return action
  }

  @usableFromInline
  package enum OfferAction {
    case deliver

    /// The value is queued until the handover is over.
    case queue

    /// There is no demand: the subject, which holds the value, delivers it at the next request.
    case miss

    /// There is no demand, and the subscriber loses the value.
    case drop

    /// The subscription has ended.
    case skip
  }

  /// Takes demand for a value that is delivered in the handover.
  @usableFromInline
  func takeOneInHandover() -> Bool {
    link.withLock { link in
      guard link.phase == .handover, link.demand != .none else { return false }
      link.demand -= 1
      return true
    }
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    guard pendingDemand.close() != nil else { return false }
    let former = link.exchange(Link(.closed))
    withExtendedLifetime(former) {}
    return true
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": pendingDemand.outstanding] }
}
