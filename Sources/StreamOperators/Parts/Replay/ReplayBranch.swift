public import StreamCore

/// One subscriber of a ``ReplayHub``: a ``SerialDelivery`` whose policy reads the hub's log. A thread that requests
/// values from the log delivers them.
// Sendable: what changes is under a lock.
@usableFromInline
final class ReplayBranch<Input, Failure: Error>: HubBranch, @unchecked Sendable {
  @usableFromInline typealias Delivery = SerialDelivery<ReplayPolicy<Input, Failure>, AnySubscriber<Input, Failure>>

  @usableFromInline let hub: ReplayHub<Input, Failure>
  @usableFromInline let owner: (any ReplayOwner)?
  @usableFromInline let delivery: Delivery
  @usableFromInline let upstream: SubjectSubscription

  @inlinable
  init(of hub: ReplayHub<Input, Failure>, _ owner: (any ReplayOwner)?, to downstream: AnySubscriber<Input, Failure>) {
    (self.hub, self.owner) = (hub, owner)
    delivery = Delivery(hub.name.description, ReplayPolicy(hub), to: downstream)
    upstream = SubjectSubscription(ofBranch: hub.broadcaster, owner: nil)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    let (isDue, lost) = delivery.state.withLock { $0.take(input) }
    if isDue { delivery.drain(input, from: UpstreamKey()) }
    if lost > 0 { hub.reportDrops(lost) }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    var lost = 0
    delivery.end { policy in
      policy.complete(completion)
      lost = policy.loseOldest()
    }
    if lost > 0 { hub.reportDrops(lost) }
  }

  /// A request has found that elements are lost. Nothing is requested: the hub sends everything.
  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    let lost = delivery.state.withLock { $0.policy.takeLost() }
    if lost > 0 { hub.reportDrops(lost) }
  }

  @usableFromInline
  func cancel() {
    upstream.cancel()
    owner?.subscriberCancelled(in: hub)
  }
}
