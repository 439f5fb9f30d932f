public import StreamCore

/// What a ``DistributionHub`` keeps under its lock. Pure: it calls nothing.
@usableFromInline
struct DistributionState<Element, Failure: Error> {
  @usableFromInline typealias Worker = DistributionWorker<Element, Failure>

  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var isConnected = false

  /// Whether the publisher exists, to which others may subscribe.
  @usableFromInline var hasOwner = true

  /// Those that have not ended, in the order in which they subscribed.
  @usableFromInline var workers: [Worker] = []

  /// Those that are to be told the end, the first one last.
  @usableFromInline var ending: [Worker] = []

  /// Those with demand that are not being delivered an element, the one that has waited longest first.
  @usableFromInline var ready: [Worker] = []

  /// The elements that have come and have not been delivered. Those that wait longer than a delivery were requested for
  /// workers that have cancelled.
  @usableFromInline var waiting = Queue<Element>()

  /// How upstream has ended, and whether a worker has been told.
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  @usableFromInline var isEndTold = false

  /// The demand that has been requested from upstream and not been met.
  @usableFromInline var asked = Subscribers.Demand.none

  @usableFromInline var isDelivering = false

  @inlinable
  init() {}

  // MARK: Workers

  /// - Returns: Whether the caller must subscribe to upstream.
  mutating func endHandover(of worker: Worker) -> Bool {
    let demand = worker.handover.end()
    guard worker.downstream != nil else { return false }
    add(demand, to: worker)
    defer { isConnected = true }
    return !isConnected
  }

  mutating func request(_ demand: Subscribers.Demand, by worker: Worker) {
    guard worker.downstream != nil, !worker.handover.withhold(demand) else { return }
    add(demand, to: worker)
  }

  private mutating func add(_ demand: Subscribers.Demand, to worker: Worker) {
    let isNew = worker.demand == .none
    worker.demand += demand
    if isNew, worker.demand != .none, !worker.isServed { ready.append(worker) }
  }

  /// Removes a worker.
  ///
  /// - Returns: The subscriber, to be released outside the lock.
  mutating func remove(_ worker: Worker) -> ErasedSubscriber<Element, Failure>? {
    workers.removeAll { $0 === worker }
    ready.removeAll { $0 === worker }
    return worker.downstream.take()
  }

  /// What is left when there is no worker and can be none: to be cancelled, reported and released outside the lock.
  typealias Remains = (
    upstream: SubscriptionObject?, waiting: Queue<Element>, untold: Subscribers.Completion<Failure>?
  )

  mutating func endIfUnused() -> Remains? {
    guard workers.isEmpty, ending.isEmpty, !hasOwner else { return nil }
    defer { (upstream, waiting, completion) = (.terminated, Queue(), nil) }
    return (upstream.subscription, waiting, isEndTold ? nil : completion)
  }

  // MARK: Upstream

  /// The demand to request from upstream: what the workers have requested, beyond what is under way.
  @inlinable
  mutating func takeDemand() -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    let wanted = workers.reduce(.none) { $0 + ($1.demand == .unlimited ? .max(32) : $1.demand) }
    let underWay = asked + waiting.count
    guard wanted > underWay else { return .none }
    let demand = wanted - underWay
    asked += demand
    return demand
  }

  @usableFromInline
  enum Arrival {
    /// The caller delivers.
    case deliver

    /// The thread that is delivering takes the element, or a worker's request does.
    case wait

    /// Upstream sends what has not been requested.
    case drop
  }

  @inlinable
  mutating func add(_ element: Element) -> Arrival {
    guard upstream.isActive else { return .wait }
    guard asked != .none else { return .drop }
    asked -= 1
    waiting.append(element)
    return beginDelivery() ? .deliver : .wait
  }

  /// - Returns: Upstream's subscription, to be released outside the lock.
  mutating func end(with completion: Subscribers.Completion<Failure>) -> SubscriptionObject? {
    guard let subscription = upstream.terminate() else { return nil }
    self.completion = completion
    return subscription
  }

  // MARK: Delivery

  /// - Returns: Whether the caller must deliver: no other thread does.
  @inlinable
  mutating func beginDelivery() -> Bool {
    if isDelivering { return false }
    isDelivering = true
    return true
  }

  @usableFromInline
  enum Step {
    case deliver(Element, to: Worker, ErasedSubscriber<Element, Failure>)
    case complete(Subscribers.Completion<Failure>, of: Worker, ErasedSubscriber<Element, Failure>)
  }

  /// - Parameter served: The worker that has been delivered an element, and what it has requested with that.
  /// - Returns: What to do next; `nil` ends the delivery.
  @inlinable
  mutating func next(after served: (worker: Worker, demand: Subscribers.Demand)?) -> Step? {
    if let (worker, demand) = served {
      worker.isServed = false
      worker.demand += demand
      if worker.downstream != nil, worker.demand != .none { ready.append(worker) }
    }
    if let worker = ready.first, let downstream = worker.downstream, let element = waiting.popFirst() {
      ready.removeFirst()
      worker.demand -= 1
      worker.isServed = true
      return .deliver(element, to: worker, downstream)
    }
    if let step = nextCompletion() { return step }
    isDelivering = false
    return nil
  }

  @usableFromInline
  mutating func nextCompletion() -> Step? {
    guard let completion, waiting.isEmpty else { return nil }
    if ending.isEmpty {
      ending = workers.filter(\.handover.isOver).reversed()
      workers.removeAll(where: \.handover.isOver)
      ready = []
    }
    while let worker = ending.popLast() {
      guard let downstream = worker.downstream.take() else { continue }
      isEndTold = true
      return .complete(completion, of: worker, downstream)
    }
    return nil
  }
}
