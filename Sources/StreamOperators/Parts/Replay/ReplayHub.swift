public import StreamCore

/// The hub of the subjects and publishers that replay: sends values to all subscribers, in the order in which they
/// subscribed, and keeps the newest for later ones, and for those that have not asked for them yet.
///
/// A value is appended to the one ``ReplayLog`` when it is sent, and a subscriber gets its first position there when it
/// subscribes, both under the lock: so no value is missing between those replayed and those that follow, and none comes
/// twice. The first sender becomes the drain thread (see `Broadcaster`), which offers one value after another: a
/// subscriber that has received everything before it, and has demand, gets it; another stays behind, and gets it from the
/// log. Elements are removed from the log between two offers. A thread that subscribes or cancels edits the list of
/// subscribers under the lock; while another thread drains, it queues the change.
///
/// The subscribing thread delivers the replayed elements, even while another thread drains. Until then the subscriber
/// belongs to it, and its place in the log is pinned: it loses nothing that is sent in the handover.
// Sendable: what the drain thread owns is marked; everything else is under the lock.
@usableFromInline
package final class ReplayHub<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Conduit = ReplayConduit<Output, Failure>
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let name: StageName
  @usableFromInline let limit: Int
  @usableFromInline let clock: (any ReplayClock)?

  /// Where the subject or the operator was written, for the report of a drop.
  @usableFromInline let site: StreamSite?

  /// Whether a subscriber without demand is owed the newest value alone: then no other counts as dropped, and the
  /// completion does not wait for it.
  @usableFromInline let owesNewest: Bool
  @usableFromInline let gate = DrainGate()
  @usableFromInline let state: Locked<State>

  // Of the drain thread alone, and no access lasts while a subscriber is called.
  @exclusivity(unchecked) @usableFromInline var subscribers = SubscriberList()

  /// Subscribers that have left, to be released when the gate is open: their `deinit` is client code.
  @exclusivity(unchecked) @usableFromInline var removed: [Conduit] = []

  /// The beginning of the log, and the end of what has been offered of it.
  @exclusivity(unchecked) @usableFromInline var offered = 0..<0

  /// The completion, once all values before it have been offered.
  @exclusivity(unchecked) @usableFromInline var announced: Completion?

  @usableFromInline
  struct State {
    @usableFromInline var log: ReplayLog<Output>
    @usableFromInline var work: [Work] = []
    @usableFromInline var completion: Completion?
    @usableFromInline var isAnnounced = false
    @usableFromInline var upstreams = SubjectUpstreams()

    @usableFromInline
    init(limit: Int) {
      log = ReplayLog(limit: limit)
    }
  }

  /// Work for the drain thread, besides the values in the log. It comes before them: cursors keep the order.
  @usableFromInline
  enum Work {
    /// The handover of a subscriber is over.
    case open(Conduit)

    /// A subscriber has demand again.
    case serve(ReplaySubscription<Output, Failure>)
    case remove(ReplaySubscription<Output, Failure>)
  }

  /// What the drain thread does next.
  @usableFromInline
  enum Step {
    case work([Work])
    case offer(Output)
    case complete(Completion)
    case nothing
  }

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - limit: How many values are kept, at least 0.
  ///   - clock: Measures their age, if that is limited, too.
  ///   - site: Where the subject or the operator was written, for the report of a drop.
  ///   - owesNewest: Whether a subscriber without demand is owed the newest value alone, and only until the end.
  @usableFromInline
  package init(
    _ name: StageName, limit: Int, clock: (any ReplayClock)? = nil, site: StreamSite?, owesNewest: Bool = false
  ) {
    precondition(limit >= 0, "The size of a replay buffer must not be negative.")
    (self.name, self.limit, self.clock) = (name, limit, clock)
    (self.site, self.owesNewest) = (site, owesNewest)
    state = Locked(State(limit: limit))
  }

  deinit {
    for upstream in state.value.upstreams.subscriptions { upstream.cancel() }
  }

  /// Whether the completion has been sent.
  @usableFromInline package var hasEnded: Bool { state.withLock { $0.completion != nil } }

  // MARK: Sending

  @inlinable
  package func send(_ value: Output) {
    _ = send(value, ifEndIs: nil)
  }

  /// Sends a value, unless another has been sent after a position.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - end: The end of the log that it is to follow, if that counts.
  /// - Returns: Whether it was the next: it has been sent, or ignored after the completion.
  @inlinable
  func send(_ value: Output, ifEndIs end: Int?) -> Bool {
    let stamp = clock?.now()
    var released = ReleasedElements<Output>()
    var isNext = false
    let step: Step? = state.withLock { state in
      guard end == nil || end == state.log.end else { return nil }
      isNext = true
      guard state.completion == nil else { return nil }
      state.log.append(value, stamp: stamp)
      return gate.enterOrMark() ? next(&state, &released) : nil
    }
    withExtendedLifetime(released) {}
    if let step { drain(step) }
    return isNext
  }

  @usableFromInline
  package func send(completion: Completion) {
    var upstreams: [SubscriptionObject] = []
    let isDrainThread = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      upstreams = state.upstreams.take()
      return gate.enterOrMark()
    }
    if isDrainThread { drain(next()) }
    // The upstreams have no receiver any more.
    for upstream in upstreams { upstream.cancel() }
  }

  // MARK: Draining

  /// Does all that is due. The caller is the drain thread, until this returns.
  @inlinable
  func drain(_ first: Step) {
    var step = first
    while case .offer(let value) = step {
      offer(value)
      step = next()
    }
    if case .nothing = step {
      if gate.leave() { return }
      step = next()
    }
    drainReleasing(step)
  }

  /// As ``drain(_:)``, and releases the subscribers that have left when the gate is open.
  @usableFromInline
  func drainReleasing(_ first: Step) {
    var step = first
    while true {
      switch step {
      case .offer(let value): offer(value)
      case .work(let work): perform(work)
      case .complete(let completion): complete(completion)
      case .nothing:
        let released = takeRemoved()
        if gate.leave() { return withExtendedLifetime(released) {} }
        removed = released
      }
      step = next()
    }
  }

  @inlinable
  func next() -> Step {
    var released = ReleasedElements<Output>()
    let step = state.withLock { next(&$0, &released) }
    withExtendedLifetime(released) {}
    return step
  }

  @inlinable
  func next(_ state: inout State, _ released: inout ReleasedElements<Output>) -> Step {
    state.log.trim(into: &released)
    defer { offered = state.log.start..<state.log.offered }
    if !state.work.isEmpty {
      let work = state.work
      state.work = []
      return .work(work)
    }
    if let value = state.log.offerNext() { return .offer(value) }
    guard let completion = state.completion, !state.isAnnounced else { return .nothing }
    state.isAnnounced = true
    return .complete(completion)
  }

  /// Removes the elements over the limit. Called by the drain thread, or in an edit.
  private func trim(_ state: inout State, _ released: inout ReleasedElements<Output>) {
    state.log.trim(into: &released)
    offered = state.log.start..<state.log.offered
  }

  /// Leaves work to the drain thread, or becomes it.
  @usableFromInline
  func enqueue(_ work: Work) {
    let isDrainThread = state.withLock { state in
      state.work.append(work)
      return gate.enterOrMark()
    }
    if isDrainThread { drain(next()) }
  }

  // MARK: Subscribers

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - owner: What the subscription retains until it ends.
  @inlinable
  package func subscribe<Downstream: Subscriber>(_ downstream: Downstream, owner: (any ReplayOwner)? = nil)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    add(Conduit(ReplaySubscription(self, owner: owner), to: ErasedSubscriber(downstream)))
  }

  @usableFromInline
  func add(_ conduit: Conduit) {
    let first = firstUnexpired()
    state.withLock { state in
      conduit.cursor = max(first, state.log.replayStart)
      state.log.pin(conduit.cursor, for: conduit.subscription)
    }
    conduit.downstream.receiveSubscription(conduit.subscription)
    // The second round delivers what was sent during the first. Senders that go on deliver the rest.
    for _ in 0..<2 {
      replay(to: conduit)
      switch place(conduit, expiringBefore: first) {
      case .listed: return
      case .ended(let completion): return end(conduit, completion)
      case .behind: break
      }
    }
    enqueue(.open(conduit))
  }

  /// Delivers the present elements of the log, within the demand, on the subscribing thread.
  private func replay(to conduit: Conduit) {
    let end = state.withLock { $0.log.end }
    while conduit.cursor < end, conduit.subscription.pendingDemand.takeOne() {
      guard let value = state.withLock({ $0.log[conduit.cursor] }) else { return }
      conduit.deliver(value)
    }
  }

  private enum Placing {
    /// It is in the list, or queued for it, or has cancelled.
    case listed

    /// The log has more that it has requested, or has lost.
    case behind

    /// It has everything, and the stream has ended.
    case ended(Completion)
  }

  /// Puts a subscriber into the list, once it has received what it has requested.
  private func place(_ conduit: Conduit, expiringBefore first: Int) -> Placing {
    var released = ReleasedElements<Output>()
    let subscription = conduit.subscription
    let placing: Placing = state.withLock { state in
      let isBehind = conduit.cursor < state.log.end
      if isBehind, subscription.pendingDemand.outstanding != .none { return .behind }
      // The drain thread reports what it has lost.
      if !owesNewest, conduit.cursor < state.log.end - limit { return .behind }
      let ended = state.completion
      if ended != nil, !state.isAnnounced || (isBehind && !owesNewest) { return .behind }
      state.log.unpin(subscription)
      let isEdited = gate.edit {
        // Elements too old for this subscriber are too old for all.
        if clock != nil { state.log.remove(before: min(first, state.log.firstPin, state.log.offered), into: &released) }
        trim(&state, &released)
        // A later cancel finds it in the list.
        guard ended == nil, !subscription.pendingDemand.isClosed else { return }
        subscription.place = subscribers.append(conduit)
      }
      if let ended { return .ended(ended) }
      if !isEdited {
        state.log.pin(conduit.cursor, for: subscription)
        state.work.append(.open(conduit))
      }
      return .listed
    }
    withExtendedLifetime(released) {}
    return placing
  }

  private func end(_ conduit: Conduit, _ completion: Completion) {
    if conduit.subscription.end() { conduit.downstream.receiveCompletion(completion) }
  }

  /// A subscriber has demand, which it had not before.
  @usableFromInline
  func serve(_ subscription: ReplaySubscription<Output, Failure>) {
    guard gate.enter() else { return enqueue(.serve(subscription)) }
    conduit(of: subscription).map(catchUp)
    drainReleasing(next())
  }

  @usableFromInline
  func remove(_ subscription: ReplaySubscription<Output, Failure>) {
    var (released, elements) = ([Conduit](), ReleasedElements<Output>())
    state.withLock { state in
      let isRemoved = gate.edit {
        state.log.unpin(subscription)
        trim(&state, &elements)
        withdraw(subscription)
        released = takeRemoved()
      }
      if !isRemoved { state.work.append(.remove(subscription)) }
    }
    withExtendedLifetime((released, elements)) {}
  }

  // MARK: Upstreams

  /// Takes an upstream, and requests everything from it.
  @usableFromInline
  package func attach(_ upstream: any Subscription) {
    var ended: [SubscriptionObject] = []
    let isOpen = state.withLock { state in
      guard state.completion == nil else { return false }
      ended = state.upstreams.append(upstream)
      return true
    }
    withExtendedLifetime(ended) {}
    if isOpen { upstream.request(.unlimited) } else { upstream.cancel() }
  }
}
