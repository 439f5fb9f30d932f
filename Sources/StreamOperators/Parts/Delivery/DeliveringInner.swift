public import StreamCore

/// The subscriber of an upstream whose values a ``SerialDelivery`` delivers. It has the name and the identity of the
/// delivery, and its end of the pipeline.
@usableFromInline
package protocol DeliveringInner: StageSubscriber {
  associatedtype Policy: DeliveryPolicy
  associatedtype Downstream: Subscriber where Downstream.Input == Policy.Element, Downstream.Failure == Policy.Failure

  var delivery: SerialDelivery<Policy, Downstream> { get }

  /// The key of the upstream in the delivery.
  var origin: UpstreamKey { get }
}

extension DeliveringInner {
  @inlinable package var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline package var description: String { delivery.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { delivery.mirrorChildren }

  @inlinable
  package func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: origin)
  }
}

extension DeliveringInner where Failure == Downstream.Failure {
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    delivery.receive(completion: completion, from: origin)
  }
}

extension DeliveringInner where Input == Downstream.Input {
  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(input, from: origin)
  }
}

extension DeliveringInner where Input == Downstream.Input, Policy: BoundedPolicy {
  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(input, from: origin)
  }
}

/// The subscriber of the only upstream: downstream gets its subscription when this upstream sends one.
@usableFromInline
package protocol BeginningInner: DeliveringInner {}

extension BeginningInner {
  @inlinable package var origin: UpstreamKey { UpstreamKey() }

  @inlinable
  package func receive(subscription: any Subscription) {
    delivery.begin(with: subscription, from: origin)
  }
}

/// The subscriber of an upstream whose values make publishers, the inner ones: downstream gets its subscription when
/// this upstream sends one.
@usableFromInline
package protocol OuterInner: BeginningInner {}

extension OuterInner {
  @inlinable package var origin: UpstreamKey { .outer }
}
