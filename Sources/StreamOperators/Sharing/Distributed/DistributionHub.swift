public import StreamCore
public import StreamParts

/// The stage between upstream and the workers, as the subscribers of a ``DistributedPublisher`` are called here.
///
/// One thread at a time delivers, to whichever worker. An element is assigned to a worker only when it is delivered, so
/// a worker that cancels takes none with it.
// Sendable: what changes is under the lock.
@usableFromInline
final class DistributionHub<Element, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Worker = DistributionWorker<Element, Failure>

  @usableFromInline let state = Locked(DistributionState<Element, Failure>())

  /// Ends with the hub, to release the guard of a client's publisher that has sent no subscription.
  @usableFromInline let pipelineEnd = SharedSinkUpstream()

  @usableFromInline
  init() {}

  /// Attaches a worker.
  ///
  /// - Returns: Whether the caller must subscribe to upstream.
  @usableFromInline
  func attach(_ downstream: ErasedSubscriber<Element, Failure>) -> Bool {
    let worker = Worker(of: self, downstream)
    state.withLock { $0.workers.append(worker) }
    worker.handle.attach(to: worker)
    downstream.receiveSubscription(worker.handle)
    let connects = state.withLock { $0.endHandover(of: worker) }
    deliverIfDue()
    requestMore()
    return connects
  }

  func request(_ demand: Subscribers.Demand, by worker: Worker) {
    state.withLock { $0.request(demand, by: worker) }
    deliverIfDue()
    requestMore()
  }

  func remove(_ worker: Worker) {
    let (downstream, remains) = state.withLock { ($0.remove(worker), $0.endIfUnused()) }
    withExtendedLifetime(downstream) {}
    discard(remains)
  }

  /// The publisher has been released: nobody can subscribe any more.
  @usableFromInline
  func loseOwner() {
    let remains = state.withLock { state in
      state.hasOwner = false
      return state.endIfUnused()
    }
    discard(remains)
  }

  private func discard(_ remains: DistributionState<Element, Failure>.Remains?) {
    guard let remains else { return }
    _ = pipelineEnd.end()
    remains.upstream?.cancel()
    if let completion = remains.untold { FailureHook.report(late: completion, at: "Distributed") }
  }

  @usableFromInline
  func requestMore() {
    let (upstream, demand) = state.withLock { ($0.upstream.subscription, $0.takeDemand()) }
    if demand != .none { upstream?.request(demand) }
  }

  @usableFromInline
  func deliverIfDue() {
    if state.withLock({ $0.beginDelivery() }) { deliver() }
  }

  /// Delivers what waits. The caller has begun the delivery.
  @inlinable
  func deliver() {
    var served: (worker: Worker, demand: Subscribers.Demand)?
    while let step = state.withLock({ $0.next(after: served) }) {
      switch step {
      case .deliver(let element, let worker, let downstream):
        served = (worker, downstream.receiveValue(element))
      case .complete(let completion, let worker, let downstream):
        served = nil
        worker.handle.detach()
        downstream.receiveCompletion(completion)
      }
    }
  }
}

/// A subscriber, as the hub knows it.
// Sendable: what changes is under the lock of the hub.
@usableFromInline
final class DistributionWorker<Element, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let hub: DistributionHub<Element, Failure>
  @usableFromInline let handle = SubscriptionHandle("Distributed")

  /// The subscriber, until the end.
  @usableFromInline var downstream: ErasedSubscriber<Element, Failure>?

  @usableFromInline var handover = Handover()
  @usableFromInline var demand = Subscribers.Demand.none

  /// Whether it is being delivered an element.
  @usableFromInline var isServed = false

  init(of hub: DistributionHub<Element, Failure>, _ downstream: ErasedSubscriber<Element, Failure>) {
    (self.hub, self.downstream) = (hub, downstream)
  }

  @usableFromInline var description: String { handle.description }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    hub.request(demand, by: self)
  }

  @usableFromInline
  func cancel() {
    hub.remove(self)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    ["demand": hub.state.withLock { _ in demand }]
  }
}
