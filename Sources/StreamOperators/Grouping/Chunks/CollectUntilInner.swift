public import StreamCore
public import StreamParts

@usableFromInline
typealias CollectUntilDelivery<Element, Downstream: Subscriber> = SerialDelivery<
  CollectUntilPolicy<Element, Downstream.Failure>, Downstream
> where Downstream.Input == [Element]

/// The subscriber of the elements, or of the boundary.
@usableFromInline
struct CollectUntilInner<Input, Element, Downstream: Subscriber>: StageSubscriber where Downstream.Input == [Element] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = CollectUntilPolicy<Element, Failure>

  @usableFromInline let delivery: CollectUntilDelivery<Element, Downstream>
  @usableFromInline let origin: UpstreamKey
  @usableFromInline let site: StreamSite

  /// Brings an element to the policy, which returns the chunk that is complete by it.
  @usableFromInline let take: (inout Policy, Input) -> [Element]?

  @inlinable
  init(
    delivery: CollectUntilDelivery<Element, Downstream>, origin: UpstreamKey, site: StreamSite,
    take: @escaping (inout Policy, Input) -> [Element]?
  ) {
    self.delivery = delivery
    self.origin = origin
    self.site = site
    self.take = take
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: origin)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    var isComplete = false
    _ = delivery.receive(from: origin) { policy in
      let chunk = take(&policy, input)
      isComplete = chunk != nil
      return chunk
    }
    if isComplete { reportDrops() }
    return .none
  }

  @usableFromInline
  func reportDrops() {
    let count = delivery.state.withLock { $0.policy.takeDroppedCount() }
    guard count > 0 else { return }
    DropHook.report(DropReport(operatorName: description, reason: .overflow, count: count, site: site))
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .finished = completion else { return delivery.receive(completion: completion, from: origin) }
    // One that has been cancelled, or is a second completion, finds nothing.
    let rest = delivery.state.withLock { $0.policy.isActive(origin) ? $0.policy.takeOpen() : [] }
    _ = delivery.receive(contentsOf: rest.isEmpty ? [] : [rest], from: origin, completion: completion)
    delivery.state.withLock { $0.policy.isClosed ? $0.policy.takeOther() : nil }?.cancel()
  }
}
