public import StreamCore
public import StreamParts

@usableFromInline
typealias DelayedFailuresDelivery<Underlying: Error, Downstream: Subscriber> = SerialDelivery<
  DelayedFailuresPolicy<Downstream.Input, Underlying>, Downstream
> where Downstream.Failure == MergedFailures<Underlying>

/// The subscriber of one of the merged publishers.
@usableFromInline
struct DelayedFailuresInner<Failure: Error, Downstream: Subscriber>: DeliveringInner
where Downstream.Failure == MergedFailures<Failure> {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let delivery: DelayedFailuresDelivery<Failure, Downstream>
  @usableFromInline let origin: UpstreamKey

  @inlinable
  init(delivery: DelayedFailuresDelivery<Failure, Downstream>, origin: UpstreamKey) {
    self.delivery = delivery
    self.origin = origin
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure(let failure) = completion, !keep(failure) {
      return FailureHook.report(late: completion, at: delivery)
    }
    // Taken as a finish, so that nothing is cancelled or dropped. What happens between the two acquisitions of the lock
    // does no harm: this publisher counts as active until the second, and a cancel reports what is kept.
    delivery.receive(completion: .finished, from: origin)
  }

  @usableFromInline
  func keep(_ failure: Failure) -> Bool {
    delivery.state.withLock { !$0.hasEnded && $0.policy.keep(failure, of: origin) }
  }
}

extension SerialDelivery {
  /// Merges the publishers that `body` adds, and no others.
  ///
  /// - Parameters:
  ///   - downstream: The receiver of the values.
  ///   - body: Adds each publisher with ``add(_:)``.
  @inlinable
  static func merge<Underlying>(to downstream: Downstream, _ body: (SerialDelivery) -> Void)
  where Policy == DelayedFailuresPolicy<Downstream.Input, Underlying> {
    let delivery = SerialDelivery("MergeDelayingFailures", Policy(), to: downstream)
    delivery.begin()
    body(delivery)
    // Not earlier: publishers that end inside `subscribe` must not end the stream before the others are added.
    delivery.state.withLock { $0.policy.merging.endChildren() }
    delivery.drainIfIdle()
  }

  /// Subscribes to a publisher, unless the stream has ended.
  @inlinable
  func add<Upstream: Publisher>(_ upstream: Upstream)
  where
    Upstream.Output == Downstream.Input,
    Policy == DelayedFailuresPolicy<Downstream.Input, Upstream.Failure>
  {
    guard let origin = state.withLock({ $0.policy.merging.addChild() }) else { return }
    upstream.subscribe(DelayedFailuresInner(delivery: self, origin: origin))
  }
}
