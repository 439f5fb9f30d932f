public import StreamCore

/// The hub of subjects and publishers whose subscribers have a queue each: sends values to all of them, in the same order.
///
/// The first sender becomes the drain thread, as in `Broadcaster`; what arrives during a delivery is queued, with the
/// subscribers of that moment. Each subscriber is a ``BroadcastBranch``, over a ``SerialDelivery`` that queues, drops or
/// fails as its policy says, and delivers on request. One that suspends takes a value only if it has room: room is taken
/// when a value is sent or, for a value that must not be dropped, before.
// Sendable: the state, and what is marked in a branch, is under the lock; the rest of a branch belongs to the drain thread.
@usableFromInline
package final class BroadcastHub<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Branch = BroadcastBranch<Output, Failure>
  @usableFromInline typealias Policy = BufferPolicy<Output, Failure>
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let name: StageName
  @usableFromInline let site: StreamSite?

  /// If upstream is asked for no more than the slowest subscriber has room for, how much that is at most. It is one for
  /// subscribers without a queue, lest a later one have to keep all that an earlier one has requested.
  @usableFromInline let prefetch: Int?

  /// Whether the next element is requested as soon as one has come: subscribers without a queue do not say when they have
  /// taken it.
  @usableFromInline let asksAtArrival: Bool
  @usableFromInline let gate = DrainGate()
  @usableFromInline let state = Locked(State())

  @usableFromInline
  struct State {
    @usableFromInline var branches = SubscriberList()

    /// How many of the branches suspend.
    @usableFromInline var suspendingCount = 0
    @usableFromInline var work = Queue<Work>()
    @usableFromInline var completion: Completion?
    @usableFromInline var upstreams = SubjectUpstreams()

    /// What has been requested from a paced upstream, and has not come.
    @usableFromInline var requested = 0
    @usableFromInline var line = EmitLine<Output>()

    @usableFromInline
    init() {}
  }

  @usableFromInline typealias Places = ContiguousArray<AnyObject?>

  /// Work for the drain thread.
  @usableFromInline
  enum Work {
    /// A value, for those who were there when it was sent, and whether room has been taken for it.
    case value(Output, Places, hasRoom: Bool)
    case completion(Completion, Places)
  }

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - site: Where the subject or the operator was written, for the report of a drop.
  ///   - prefetch: The size of the subscribers' queues, if upstream is asked for no more than the slowest has room for.
  @usableFromInline
  package init(_ name: StageName, site: StreamSite?, prefetch: Int? = nil) {
    (self.name, self.site, self.prefetch) = (name, site, prefetch.map { max($0, 1) })
    asksAtArrival = prefetch == 0
  }

  deinit {
    for upstream in state.value.upstreams.subscriptions { upstream.cancel() }
  }

  // MARK: Sending

  @usableFromInline
  enum Sending {
    /// The caller delivers the value to these.
    case deliver(Places)

    /// The value is queued, for a number of subscribers.
    case queued(count: Int)
    case ended
  }

  /// Sends a value, and says what has become of it.
  @discardableResult
  @inlinable
  package func trySend(_ value: Output) -> SendReport {
    defer { if asksAtArrival { useRoom() } }
    let sending: Sending = state.withLock { state in
      guard state.completion == nil else { return .ended }
      var hasRoom = false
      if prefetch != nil, state.requested > 0 {
        // It has been asked for, so there is room everywhere.
        state.requested -= 1
        hasRoom = true
        takeRoom(in: state.branches.places, always: true)
      }
      if gate.enterOrMark() {
        if !hasRoom, state.suspendingCount > 0 { takeRoom(in: state.branches.places, always: false) }
        return .deliver(state.branches.places)
      }
      state.work.append(.value(value, state.branches.places, hasRoom: hasRoom))
      return .queued(count: state.branches.count)
    }
    switch sending {
    case .deliver(let places):
      let report = deliver(value, to: places)
      leave()
      return report
    case .queued(let count): return SendReport(buffered: count)
    case .ended: return SendReport(isEnded: true)
    }
  }

  @usableFromInline
  package func send(completion: Completion) {
    var upstreams: [SubscriptionObject] = []
    var waiting: [EmitLine<Output>.Waiter] = []
    let isDrainThread = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      upstreams = state.upstreams.take()
      waiting = state.line.end()
      for branch in branches(in: state.branches.places) { branch.place = nil }
      state.work.append(.completion(completion, state.branches.places))
      state.branches = SubscriberList()
      return gate.enterOrMark()
    }
    if isDrainThread { drain() }
    // The upstreams have no receiver any more.
    for upstream in upstreams { upstream.cancel() }
    for waiter in waiting { waiter.continuation.resume(returning: true) }
  }

  // MARK: Draining

  /// Takes room for a value in each branch that suspends. Under the lock, by the drain thread unless it is taken always.
  @inlinable
  func takeRoom(in places: Places, always: Bool) {
    places.withUnsafeBufferPointer { places in
      for case let place? in places {
        let branch = unsafeDowncast(place, to: Branch.self)
        let takes = branch.takeRoom()
        if !always { branch.takes = takes }
      }
    }
  }

  func branches(in places: Places) -> some BidirectionalCollection<Branch> {
    places.lazy.compactMap { $0.map { unsafeDowncast($0, to: Branch.self) } }
  }

  @inlinable
  func deliver(_ value: Output, to places: Places) -> SendReport {
    var report = SendReport()
    places.withUnsafeBufferPointer { places in
      for case let place? in places {
        let branch = unsafeDowncast(place, to: Branch.self)
        guard branch.takes else {
          branch.takes = true
          report.dropped += 1
          reportDrop(.beyondDemand)
          continue
        }
        switch branch.offer(value) {
        case .delivered: report.delivered += 1
        case .buffered: report.buffered += 1
        case .dropped: report.dropped += 1
        case .ignored: break
        }
      }
    }
    return report
  }

  @usableFromInline
  func reportDrop(_ reason: DropReport.Reason) {
    DropHook.report(DropReport(operatorName: name.description, reason: reason, site: site))
  }

  /// Does the work that is queued, then opens the gate. The caller is the drain thread.
  @inlinable
  func drain() {
    while true {
      let work: Work? = state.withLock { state in
        guard let work = state.work.popFirst() else { return nil }
        if case .value(_, let places, false) = work, state.suspendingCount > 0 {
          takeRoom(in: places, always: false)
        }
        return work
      }
      switch work {
      case .value(let value, let places, _): _ = deliver(value, to: places)
      case .completion(let completion, let places):
        complete(completion, places)
      case nil: if gate.leave() { return }
      }
    }
  }

  @usableFromInline
  func complete(_ completion: Completion, _ places: Places) {
    for branch in branches(in: places) { branch.complete(completion) }
  }

  @inlinable
  func leave() {
    if !gate.leave() { drain() }
  }

  // MARK: Upstreams

  /// Takes an upstream, and requests everything from it, or what there is room for.
  @usableFromInline
  package func attach(_ upstream: any Subscription) {
    var ended: [SubscriptionObject] = []
    let isOpen = state.withLock { state in
      guard state.completion == nil else { return false }
      ended = state.upstreams.append(upstream)
      return true
    }
    withExtendedLifetime(ended) {}
    guard isOpen else { return upstream.cancel() }
    if prefetch != nil { useRoom() } else { upstream.request(.unlimited) }
  }
}
