public import StreamCore
public import StreamParts

@usableFromInline
typealias SampleDelivery<Downstream: Subscriber> = SerialDelivery<
  SamplePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of the publisher whose elements are sampled.
@usableFromInline
struct SampleInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SampleDelivery<Downstream>

  @inlinable
  init(delivery: SampleDelivery<Downstream>) {
    self.delivery = delivery
  }

  @inlinable var origin: UpstreamKey { UpstreamKey() }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    var replaced: Downstream.Input? = input
    defer { withExtendedLifetime(replaced) {} }
    return delivery.receive(from: origin) { policy in
      policy.hold(&replaced)
      return nil
    }
  }
}

/// The subscriber of the trigger.
@usableFromInline
struct SampleTriggerInner<Input, Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SampleDelivery<Downstream>

  @inlinable
  init(delivery: SampleDelivery<Downstream>) {
    self.delivery = delivery
  }

  @inlinable var origin: UpstreamKey { .trigger }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(from: origin) { $0.takeSample() }
  }
}
