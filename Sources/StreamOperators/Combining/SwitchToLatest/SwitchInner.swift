public import StreamCore
public import StreamParts

@usableFromInline
typealias SwitchDelivery<Downstream: Subscriber> = SerialDelivery<
  SwitchPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one publisher. Its signals are ignored once a later publisher has arrived.
@usableFromInline
struct SwitchInner<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: SwitchDelivery<Downstream>
  @usableFromInline let epoch: Int

  @inlinable
  init(delivery: SwitchDelivery<Downstream>, epoch: Int) {
    self.delivery = delivery
    self.epoch = epoch
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: UpstreamKey(epoch: epoch))
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    delivery.receive(input, from: UpstreamKey(epoch: epoch))
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey(epoch: epoch))
  }
}

/// The subscriber of upstream, whose elements are publishers.
@usableFromInline
struct SwitchToLatestInner<P: Publisher, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
  @usableFromInline typealias Failure = P.Failure

  @usableFromInline let delivery: SwitchDelivery<Downstream>

  @inlinable
  init(to downstream: Downstream) {
    delivery = SwitchDelivery<Downstream>("SwitchToLatest", SwitchPolicy(), to: downstream)
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.begin(with: subscription, from: .outer)
  }

  /// Cancels the previous publisher, drops its queued values, and subscribes to the new one.
  ///
  /// The epoch begins and the queue is emptied under one lock: otherwise a value of the previous publisher could be
  /// queued in between. A value that the drain thread has already taken is still delivered.
  @inlinable @inline(__always)
  func receive(_ input: P) -> Subscribers.Demand {
    let (next, dropped) = delivery.state.withLock { state in
      let next = state.policy.beginEpoch()
      return (next, next == nil ? nil : state.takeReady())
    }
    withExtendedLifetime(dropped) {}
    guard let next else { return .none }
    next.previous?.cancel()
    input.subscribe(SwitchInner(delivery: delivery, epoch: next.epoch))
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    delivery.receive(completion: completion, from: .outer)
  }
}
