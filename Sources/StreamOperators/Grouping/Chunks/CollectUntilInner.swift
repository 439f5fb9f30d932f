public import StreamCore
public import StreamParts

@usableFromInline
typealias CollectUntilDelivery<Element, Downstream: Subscriber> = SerialDelivery<
  CollectUntilPolicy<Element, Downstream.Failure>, Downstream
> where Downstream.Input == [Element]

/// The subscriber of the elements, or of the boundary.
@usableFromInline
struct CollectUntilInner<Input, Element, Downstream: Subscriber>: DeliveringInner where Downstream.Input == [Element] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = CollectUntilPolicy<Element, Failure>

  @usableFromInline let delivery: CollectUntilDelivery<Element, Downstream>
  @usableFromInline let origin: UpstreamKey
  @usableFromInline let site: StreamSite

  /// Passes an element to the policy, which returns the chunk that it completes.
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

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    _ = delivery.receive(from: origin, dropped: { reportDrop() }, combine: { take(&$0, input) })
    return .none
  }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: description, reason: .overflow, site: site))
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
