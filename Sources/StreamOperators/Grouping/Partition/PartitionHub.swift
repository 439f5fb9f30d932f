public import StreamCore
public import StreamParts

/// The stage between upstream and the two halves.
// Sendable: what changes is under the lock; the closure is Sendable.
@usableFromInline
final class PartitionHub<Upstream: Publisher>: InletOwner, @unchecked Sendable {
  @usableFromInline typealias Element = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Child = Inlet<Element, Failure>
  @usableFromInline typealias Port = InletPort<Element, Failure>

  @usableFromInline let upstream: Locked<Upstream?>
  @usableFromInline let connection: StreamPartitionConnection
  @usableFromInline let state: Locked<PartitionState<Element, Failure>>

  @inlinable
  init(_ upstream: Upstream, connect: StreamPartitionConnection, isMatch: @escaping @Sendable (Element) -> Bool) {
    self.upstream = Locked(upstream)
    connection = connect
    state = Locked(PartitionState(isMatch: isMatch))
  }

  /// Makes the halves.
  @inlinable
  func open() -> (Port, Port) { (open(matching: true), open(matching: false)) }

  @inlinable
  func open(matching: Bool) -> Port {
    let inlet = Child(of: self)
    let delivery = InletDelivery<Element, Failure>(
      "Partition", InletPolicy(inlet, passesDemand: true), to: InletSubscriber())
    state.withLock {
      inlet.delivery = delivery
      $0.halves[matching] = .init(inlet)
    }
    return Port(delivery, hop: nil)
  }

  /// Subscribes to upstream, if the halves have the subscribers for it.
  @inlinable
  func connectIfDue() {
    guard state.withLock({ $0.connect(connection) }), let upstream = upstream.exchange(nil) else { return }
    upstream.subscribe(PartitionInner(hub: self))
  }

  @inlinable
  func requestMore() {
    let (demand, upstream) = state.withLock { ($0.takeDemand(), $0.upstream.subscription) }
    if demand != .none { upstream?.request(demand) }
  }

  // MARK: InletOwner

  @usableFromInline var isOverfull: Bool { false }

  @usableFromInline
  func subscribed(to inlet: Child) {
    state.withLock { state in
      if let key = state.key(of: inlet) { state.halves[key]?.isSubscribed = true }
    }
  }

  @usableFromInline
  func requested(_ demand: Subscribers.Demand, by inlet: Child) {
    state.withLock { $0.request(demand, by: inlet) }
    requestMore()
  }

  @usableFromInline
  func ended(_ inlet: Child) {
    let (delivery, upstream, isMatch, isLast) = state.withLock { state in
      let delivery = state.remove(inlet)
      let isLast = state.halves.isEmpty
      return (delivery, isLast ? state.upstream.terminate() : nil, isLast ? state.isMatch.take() : nil, isLast)
    }
    withExtendedLifetime((delivery, isMatch)) {}
    upstream?.cancel()
    if isLast {
      let unused = self.upstream.exchange(nil)
      withExtendedLifetime(unused) {}
    } else {
      connectIfDue()
      requestMore()
    }
  }
}

/// Takes each element to its half.
@usableFromInline
struct PartitionInner<Upstream: Publisher>: StageSubscriber {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let hub: PartitionHub<Upstream>
  @usableFromInline let identifier = CombineIdentifier()

  @inlinable
  init(hub: PartitionHub<Upstream>) {
    self.hub = hub
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { nil }

  @usableFromInline var description: String { "Partition" }

  @inlinable var combineIdentifier: CombineIdentifier { identifier }

  @inlinable
  func receive(subscription: any Subscription) {
    let isTaken = hub.state.withLock { !$0.halves.isEmpty && $0.upstream.attach(subscription) }
    guard isTaken else { return subscription.cancel() }
    hub.requestMore()
  }

  // Demand goes up as a request: an element may leave its half on any thread.
  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard let isMatch = hub.state.withLock({ $0.upstream.isActive ? $0.isMatch : nil }) else { return .none }
    let matching = isMatch(input)
    switch hub.state.withLock({ $0.add(matching: matching) }) {
    case .deliver(let delivery): _ = delivery.offer(input, from: UpstreamKey())
    case .leaveOut: break
    case .drop: DropHook.report(DropReport(operatorName: description, reason: .beyondDemand))
    }
    hub.requestMore()
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    typealias Ended = (SubscriptionObject?, ((Input) -> Bool)?, [InletDelivery<Input, Failure>])
    let (subscription, isMatch, deliveries) = hub.state.withLock { state -> Ended in
      guard let subscription = state.upstream.terminate() else { return (nil, nil, []) }
      return (subscription, state.isMatch.take(), [true, false].compactMap { state.halves[$0]?.inlet.delivery })
    }
    withExtendedLifetime((subscription, isMatch)) {}
    for delivery in deliveries { delivery.end { $0.complete(completion) } }
  }
}
