public import StreamCore
public import StreamParts

@usableFromInline
typealias OrderedMergeDelivery<Downstream: Subscriber> = SerialDelivery<
  OrderedMergePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// Transforms each element into a publisher, which it adds to those that run.
@usableFromInline
struct OrderedFlatMapInner<Input, Child: Publisher, Downstream: Subscriber>: OuterInner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let delivery: OrderedMergeDelivery<Downstream>
  @usableFromInline let site: StreamSite
  @usableFromInline let transform: (Input) -> Child

  @inlinable
  init(delivery: OrderedMergeDelivery<Downstream>, site: StreamSite, transform: @escaping (Input) -> Child) {
    self.delivery = delivery
    self.site = site
    self.transform = transform
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    // The place in the order is taken before `transform` is called: upstream may deliver from inside it.
    guard let child = delivery.state.withLock({ $0.policy.addChild() }) else { return .none }
    transform(input).subscribe(OrderedChildInner(delivery: delivery, origin: child, site: site))
    return .none
  }
}

/// The subscriber of one publisher.
@usableFromInline
struct OrderedChildInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: OrderedMergeDelivery<Downstream>
  @usableFromInline let origin: UpstreamKey
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: OrderedMergeDelivery<Downstream>, origin: UpstreamKey, site: StreamSite) {
    self.delivery = delivery
    self.origin = origin
    self.site = site
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    var isUnrequested = false
    let returned = delivery.receive(from: origin) { $0.take(input, of: origin, isUnrequested: &isUnrequested) }
    if isUnrequested {
      DropHook.report(DropReport(operatorName: delivery.description, reason: .beyondDemand, site: site))
    }
    return returned
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    // The head advances before another child is requested from upstream: that child may deliver and fail at once, and
    // may have to be the head then.
    if case .finished = completion { delivery.advance(past: origin) }
    delivery.receive(completion: completion, from: origin)
  }
}

extension SerialDelivery {
  /// Marks a publisher as finished. If it was the head, delivers the held elements of the publishers after it.
  @inlinable
  func advance<Element, Failure: Error>(past child: UpstreamKey) where Policy == OrderedMergePolicy<Element, Failure> {
    let hasMore = state.withLock { state in
      state.policy.finish(child)
      var hasMore = false
      while let (element, child) = state.policy.takeHeld() {
        state.enqueue(element, from: child)
        hasMore = true
      }
      return hasMore
    }
    if hasMore { drainIfIdle() }
  }
}
