public import StreamCore
public import StreamParts

/// The stage that gives out inlets: it takes each element of upstream to one of them, and keeps the bound that they
/// share.
///
/// Downstream and each inlet have a ``SerialDelivery`` of their own, so that a slow reader holds up no other. The hub
/// is the upstream of them all. Upstream's signals reach it one at a time.
// Sendable: what changes is in the ledger.
@usableFromInline
final class InletHub<Element, Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Child = Inlet<Element, Failure>

  @usableFromInline let bounds: InletBounds<Failure>

  /// The hop to where elements of the inlets are delivered; `nil` to deliver them where they arrive or are requested.
  @usableFromInline let hop: (any InletHop)?

  @usableFromInline typealias Outer = SerialDelivery<BufferPolicy<Downstream.Input, Failure>, Downstream>

  /// Delivers the inlets to downstream; `nil` once there are no more of them. An inlet that a client keeps holds the
  /// hub, and must not hold downstream by it (rule 7).
  @usableFromInline let outer: Locked<Outer?>

  /// Whether the ledger lists the inlets that are cancelled, for the stage to forget them.
  @usableFromInline let keepsCancelled: Bool

  @usableFromInline let ledger = MirroredState(InletLedger<Element, Failure>())

  /// - Parameters:
  ///   - bounds: What the inlets may hold in all.
  ///   - waitingCount: The number of inlets that may wait for downstream's demand.
  ///   - keepsCancelled: Whether the ledger lists the inlets that are cancelled.
  ///   - hop: The hop to where elements of the inlets are delivered; `nil` to deliver them where they arrive or are
  ///     requested.
  ///   - downstream: The receiver of the inlets.
  @inlinable
  init(
    _ bounds: InletBounds<Failure>, waitingCount: Int, keepsCancelled: Bool = false, hop: (any InletHop)? = nil,
    to downstream: Downstream
  ) {
    self.hop = hop
    self.keepsCancelled = keepsCancelled
    self.bounds = bounds
    outer = Locked(
      Outer(
        bounds.name, BufferPolicy(size: waitingCount, overflow: .dropsNewest, keepsFull: true), failsAfterQueue: true,
        to: downstream))
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? {
    outer.value.flatMap { StreamCore.pipelineEnd(of: $0.downstream) }
  }

  @usableFromInline var description: String { bounds.name }

  /// Whether upstream is active.
  @inlinable var isActive: Bool { ledger.mirror & 1 != 0 }

  @inlinable var heldCount: Int { Int(ledger.mirror >> 1) }

  // MARK: Upstream

  /// Takes upstream's subscription, and hands downstream its own; cancels the former if it is a second one.
  ///
  /// - Returns: Whether the stream has begun; then ``requestFirst()`` is due.
  @inlinable
  func begin(with subscription: any Subscription) -> Bool {
    guard ledger.change({ $0.upstream.attach(subscription) }) else {
      subscription.cancel()
      return false
    }
    outer.value?.begin(with: self, from: UpstreamKey())
    return isActive
  }

  @inlinable
  func requestFirst() {
    requestMore(bounds.firstDemand)
  }

  /// Skips an element, and requests another from upstream in its place.
  @inlinable
  func leaveOut() {
    if bounds.isSuspending { requestMore(.max(1)) }
  }

  @inlinable
  func requestMore(_ demand: Subscribers.Demand) {
    ledger.withLock { $0.upstream.subscription }?.request(demand)
  }

  /// Ends the stage, if it has not ended: the caller has closed the inlets.
  @inlinable
  func complete(_ completion: Subscribers.Completion<Failure>) {
    outer.exchange(nil)?.receive(completion: completion, from: UpstreamKey())
  }

  /// Terminates upstream: it has completed, or is cancelled.
  ///
  /// - Returns: Whether this call did.
  @inlinable
  func terminate(cancels: Bool) -> Bool {
    let ended = ledger.change { $0.terminate(cancels: cancels) }
    ended?.cancel()
    return ended != nil
  }

  // MARK: Inlets

  /// Makes an inlet.
  ///
  /// - Returns: The inlet, and what is to be given out of it; `nil` if downstream wants no more.
  @inlinable
  func open(_ name: String) -> (inlet: Child, port: InletPort<Element, Failure>)? {
    let inlet = Child(of: self)
    let delivery = InletDelivery<Element, Failure>(
      name, InletPolicy(inlet), to: InletSubscriber())
    let isOpen = ledger.change { ledger in
      guard ledger.isGivingOut, ledger.upstream.isActive, ledger.room > 0 else { return false }
      ledger.room -= 1
      ledger.openCount += 1
      ledger.unread[ObjectIdentifier(inlet)] = inlet
      inlet.delivery = delivery
      inlet.queue = delivery
      return true
    }
    return isOpen ? (inlet, InletPort(delivery, hop: hop)) : nil
  }

  /// Gives an inlet out.
  @inlinable
  func giveOut(_ child: Downstream.Input) {
    if let taken = outer.value?.receive(child, from: UpstreamKey()), taken != .none { request(taken) }
  }

  /// Whether a further inlet finds room among those that wait for downstream's demand. It needs none if downstream gets
  /// no more.
  @inlinable var hasRoomForInlet: Bool { ledger.withLock { $0.room > 0 || !$0.isGivingOut } }

  /// Whether a new inlet could hold an element.
  @inlinable var hasRoom: Bool { bounds.dropsOldest || heldCount < bounds.bufferSize }

  @inlinable var isOverfull: Bool { !bounds.dropsOldest && heldCount > bounds.bufferSize }

  /// Whether an inlet has been cancelled.
  @inlinable
  func isOver(_ inlet: Child) -> Bool { ledger.withLock { _ in inlet.isOver } }

  /// Removes the inlets that have been cancelled from the list of them.
  @inlinable
  func takeCancelled() -> [Child] {
    ledger.change { ledger in
      defer { ledger.cancelled = [] }
      return ledger.cancelled
    }
  }

  /// Takes an element to an inlet, or leaves it out if that takes no more.
  ///
  /// - Returns: Whether it was dropped for want of room.
  @inlinable
  func offer(_ element: Element, to inlet: Child) -> Bool {
    let keepsOrder = bounds.dropsOldest
    guard let delivery = ledger.change({ $0.add(to: inlet, keepsOrder: keepsOrder) }) else {
      leaveOut()
      return false
    }
    switch delivery.offer(element, from: UpstreamKey()) {
    case .dropped, .overflow:
      _ = ledger.change { $0.subtract(1, from: inlet) }
      return true
    case .deliver, .nothing:
      if keepsOrder { dropExcess() }
    // The inlet has been cancelled, and its elements counted, this one among them.
    case nil: break
    }
    return false
  }

  /// Drops the oldest elements of all inlets, until there are no more than the bound.
  @usableFromInline
  func dropExcess() {
    while heldCount > bounds.bufferSize, let inlet = ledger.withLock({ $0.arrivals.next() }) {
      let dropped = inlet.queue?.dropOldest()
      let isDropped = dropped != nil
      ledger.change {
        if isDropped { _ = $0.subtract(1, from: inlet) } else { inlet.leftPlaces -= 1 }
      }
      withExtendedLifetime(dropped) {}
      if isDropped { bounds.reportDrop() }
    }
  }

  /// Lets an inlet end after what it holds.
  @inlinable
  func close(_ inlet: Child, _ completion: Subscribers.Completion<Failure>) {
    let delivery = ledger.change { $0.close(inlet) }
    delivery?.end { $0.complete(completion) }
    ledger.change { $0.giveUpIfAbandoned() }?.cancel()
  }

  // MARK: Downstream, which is given inlets

  /// Downstream has taken inlets; at first, the number of those that may wait.
  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    ledger.change { ledger in
      let (sum, isHuge) = ledger.room.addingReportingOverflow(demand.max ?? .max)
      ledger.room = isHuge ? .max : sum
    }
  }

  /// Downstream gets no more inlets. Those that have no subscriber end.
  @usableFromInline
  func cancel() {
    let former = outer.exchange(nil)
    withExtendedLifetime(former) {}
    let unread = ledger.change { ledger in
      ledger.isGivingOut = false
      return ledger.unread.values.compactMap(\.delivery)
    }
    for inlet in unread { inlet.cancel() }
    ledger.change { $0.giveUpIfAbandoned() }?.cancel()
  }
}
