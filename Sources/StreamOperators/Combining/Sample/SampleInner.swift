public import StreamCore
public import StreamParts

@usableFromInline
typealias SampleDelivery<Downstream: Subscriber> = SerialDelivery<
  SamplePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of the publisher whose elements are sampled.
@usableFromInline
struct SampleInner<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SampleDelivery<Downstream>

  @inlinable
  init(delivery: SampleDelivery<Downstream>) {
    self.delivery = delivery
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: UpstreamKey())
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    var replaced: Downstream.Input? = input
    defer { withExtendedLifetime(replaced) {} }
    return delivery.receive(from: UpstreamKey()) { policy in
      policy.hold(&replaced)
      return nil
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey())
  }
}

/// The subscriber of the trigger.
@usableFromInline
struct SampleTriggerInner<Input, Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SampleDelivery<Downstream>

  @inlinable
  init(delivery: SampleDelivery<Downstream>) {
    self.delivery = delivery
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: .trigger)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(from: .trigger) { $0.takeSample() }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    delivery.receive(completion: completion, from: .trigger)
  }
}
