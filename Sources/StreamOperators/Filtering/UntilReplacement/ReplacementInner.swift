public import StreamCore
public import StreamParts

@usableFromInline
typealias ReplacementDelivery<Downstream: Subscriber> = SerialDelivery<
  ReplacementPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of the publisher that is replaced.
@usableFromInline
struct ReplacedInner<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: ReplacementDelivery<Downstream>
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: ReplacementDelivery<Downstream>, site: StreamSite) {
    self.delivery = delivery
    self.site = site
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: .replaced)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    delivery.receive(input, from: .replaced) {
      delivery.reportUnrequested(at: site)
    } overflow: {
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: .replaced)
  }
}

/// The subscriber of the replacement.
@usableFromInline
struct ReplacementInner<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: ReplacementDelivery<Downstream>
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: ReplacementDelivery<Downstream>, site: StreamSite) {
    self.delivery = delivery
    self.site = site
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: .replacement)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let beginning = delivery.state.withLock { state in state.policy.begin(demand: state.unclaimedDemand) }
    beginning?.replaced?.cancel()
    let returned = delivery.receive(input, from: .replacement) {
      delivery.reportUnrequested(at: site)
    } overflow: {
    }
    // Downstream may have cancelled inside the delivery.
    return delivery.isCancelled ? .none : returned + (beginning?.demand ?? .none)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: .replacement)
  }
}

extension SerialDelivery {
  /// Reports that an upstream has delivered more than was asked for, and that this has been dropped.
  @usableFromInline
  func reportUnrequested(at site: StreamSite) {
    DropHook.report(DropReport(operatorName: description, reason: .beyondDemand, site: site))
  }
}
