/// The part of a subject that its subscriptions call; ``Broadcaster`` implements it.
///
/// The broadcaster calls its conduits, and a conduit its subscription. A subscription calls back through this class
/// only, and does not know conduits or subscribers.
@usableFromInline
package class SubjectHub<Output, Failure: Error> {
  @usableFromInline let name: StageName
  @usableFromInline package let holdsValue: Bool

  @inlinable
  init(_ name: StageName, holdsValue: Bool) {
    (self.name, self.holdsValue) = (name, holdsValue)
  }

  /// A subscriber has requested values, after the handover if `isHandedOver`.
  @usableFromInline
  func subscriberRequested(_ subscription: SubjectSubscription<Output, Failure>, isHandedOver: Bool) {
    preconditionFailure("A hub is a Broadcaster.")
  }

  /// A subscriber has cancelled.
  @usableFromInline
  func remove(_ subscription: SubjectSubscription<Output, Failure>) {
    preconditionFailure("A hub is a Broadcaster.")
  }
}

/// The subscription that a subject hands to one subscriber. It holds the subject until the stream ends, and never the
/// subscriber.
///
/// **Handover.** Until `receive(subscription:)` has returned, the subscriber belongs to the thread that subscribes it.
/// What the subject sends from the first request on is queued in the handover, and what the subscriber requests is
/// counted there. `pendingDemand` stays at zero, so that the drain thread takes the slow path, which looks at the
/// handover under the lock.
// Sendable: `place` belongs to the drain thread of the subject, `hasMissedValue` to the thread that delivers to the
// subscriber; everything else is atomic or under the lock.
@usableFromInline
package final class SubjectSubscription<Output, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let name: StageName

  /// Its index in the subject's list. Of the drain thread alone; nothing is called during an access. With the check, a
  /// subscription costs 1.02 times the instructions.
  @exclusivity(unchecked) @usableFromInline var place = 0

  @usableFromInline let pendingDemand = AtomicDemand()
  @usableFromInline let link: Locked<Link>

  /// Whether the newest value found no demand. A subject that holds a value delivers it at the next request.
  /// Of the thread that delivers; nothing is called during an access. With the check, a value costs 1.5 times the
  /// instructions.
  @exclusivity(unchecked) @usableFromInline package var hasMissedValue = false

  /// Retains the subject itself, the owner of the hub, until the stream ends: to a client that holds a subject weakly,
  /// it exists for as long as it has subscribers.
  @usableFromInline
  enum Link {
    case handover(Handover)
    case open(SubjectHub<Output, Failure>, owner: AnyObject?)
    case closed

    @usableFromInline var hub: SubjectHub<Output, Failure>? {
      switch self {
      case .handover(let handover): handover.hub
      case .open(let hub, _): hub
      case .closed: nil
      }
    }
  }

  /// What arrives during the handover, which is longer than that of other subscriptions: it ends when what was queued
  /// has been delivered, too. Hence it is not the type `StreamCore.Handover` of the others, which withholds demand alone.
  @usableFromInline
  final class Handover {
    @usableFromInline let hub: SubjectHub<Output, Failure>
    @usableFromInline let owner: AnyObject?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var hasRequested = false
    @usableFromInline var queue: [Signal] = []

    @inlinable
    init(_ hub: SubjectHub<Output, Failure>, owner: AnyObject?) {
      self.hub = hub
      self.owner = owner
    }
  }

  @usableFromInline
  enum Signal {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @inlinable
  init(_ hub: SubjectHub<Output, Failure>, owner: AnyObject?) {
    name = hub.name
    link = Locked(.handover(Handover(hub, owner: owner)))
  }

  @usableFromInline package var description: String { name.description }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let (hub, isHandedOver) = link.withLock { link -> (SubjectHub<Output, Failure>?, Bool) in
      add(demand, link)
      switch link {
      case .handover(let handover): return (handover.hub, false)
      case .open(let hub, _): return (hub, true)
      case .closed: return (nil, false)
      }
    }
    hub?.subscriberRequested(self, isHandedOver: isHandedOver)
  }

  @usableFromInline
  package func cancel() {
    // Every cancel closes both (rule 5): one that returned because another had closed the demand might find the link
    // still open. The drain thread checks the demand, the thread of the handover checks the link.
    _ = pendingDemand.close()
    let former = link.exchange(.closed)
    guard let hub = former.hub else { return }
    hub.remove(self)
    withExtendedLifetime(former) {}
  }

  /// Adds demand; during the handover, to what is counted there.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    link.withLock { add(demand, $0) }
  }

  private func add(_ demand: Subscribers.Demand, _ link: Link) {
    switch link {
    case .handover(let handover):
      handover.demand += demand
      handover.hasRequested = true
    case .open: _ = pendingDemand.add(demand)
    case .closed: break
    }
  }

  /// Takes demand for a value that the subject sends. During the handover the value is queued.
  @inlinable
  package func offer(_ value: Output) -> OfferAction {
    pendingDemand.takeOne() ? .deliver : offerSlowly(value)
  }

  @usableFromInline
  func offerSlowly(_ value: Output) -> OfferAction {
    let action: OfferAction = link.withLock { link in
      switch link {
      case .handover(let handover):
        // Queued without looking at the demand: the delivery of an earlier queued value may return more. Before the
        // first request nothing can be delivered, and a subject that does not hold its value drops it.
        guard handover.hasRequested || handover.hub.holdsValue else { return .drop }
        handover.queue.append(.value(value))
        return .queue
      case .open(let hub, _):
        if pendingDemand.takeOne() { return .deliver }
        // After a cancel, `hasMissedValue` may still belong to the thread of the handover.
        if pendingDemand.isClosed { return .skip }
        return hub.holdsValue ? .miss : .drop
      case .closed: return .skip
      }
    }
    if action == .drop { UnrequestedValueHook.report(name) }
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

  /// Queues the completion, during the handover.
  ///
  /// - Returns: Whether it was queued.
  @usableFromInline
  func queues(_ completion: Subscribers.Completion<Failure>) -> Bool {
    link.withLock { link in
      guard case .handover(let handover) = link else { return false }
      handover.queue.append(.completion(completion))
      return true
    }
  }

  /// Takes demand for a value that is delivered in the handover.
  @inlinable
  func takeOneInHandover() -> Bool {
    link.withLock { link in
      guard case .handover(let handover) = link, handover.demand != .none else { return false }
      handover.demand -= 1
      return true
    }
  }

  /// Takes what is queued, or ends the handover.
  ///
  /// - Parameter hasValue: Whether a value waits for demand: the handover goes on if there is some.
  /// - Returns: What is queued; `nil` if the handover is over, or the subscriber has cancelled.
  @inlinable
  func continueHandover(hasValue: Bool) -> [Signal]? {
    let (queue, ended): ([Signal]?, Handover?) = link.withLock { link in
      guard case .handover(let handover) = link else { return (nil, nil) }
      if handover.queue.isEmpty, !hasValue || handover.demand == .none {
        link = .open(handover.hub, owner: handover.owner)
        _ = pendingDemand.add(handover.demand)
        return (nil, handover)
      }
      defer { handover.queue = [] }
      return (handover.queue, nil)
    }
    withExtendedLifetime(ended) {}
    return queue
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    guard pendingDemand.close() != nil else { return false }
    let former = link.exchange(.closed)
    withExtendedLifetime(former) {}
    return true
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": pendingDemand.outstanding] }
}
