public import StreamCore

@usableFromInline
package typealias MergeDelivery<Downstream: Subscriber> = SerialDelivery<
  MergePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one child of a merge: a struct, so that a child needs no allocation.
@frozen
@usableFromInline
package struct MergeInner<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline let delivery: MergeDelivery<Downstream>
  @usableFromInline let origin: UpstreamKey

  @inlinable
  init(delivery: MergeDelivery<Downstream>, origin: UpstreamKey) {
    self.delivery = delivery
    self.origin = origin
  }

  @inlinable package var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline package var description: String { delivery.description }

  @inlinable
  package func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: origin)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    delivery.receive(input, from: origin)
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: origin)
  }
}

extension SerialDelivery where Policy == MergePolicy<Downstream.Input, Downstream.Failure> {
  /// Merges the publishers that `body` adds, and no others.
  ///
  /// - Parameters:
  ///   - downstream: The receiver of the values.
  ///   - body: Adds each publisher with ``add(_:)``.
  @inlinable
  package static func merge(to downstream: Downstream, _ body: (MergeDelivery<Downstream>) -> Void) {
    let delivery = MergeDelivery<Downstream>("Merge", MergePolicy(), to: downstream)
    delivery.begin()
    body(delivery)
    // Not earlier: a merge whose first publishers finish inside `subscribe` must not finish before the others are
    // added.
    delivery.state.withLock { $0.policy.endChildren() }
    delivery.drainIfIdle()
  }

  /// Subscribes to a publisher, unless the stream has ended.
  @inlinable
  package func add<Upstream: Publisher>(_ upstream: Upstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    guard let origin = state.withLock({ $0.policy.addChild() }) else { return }
    upstream.subscribe(MergeInner(delivery: self, origin: origin))
  }
}
