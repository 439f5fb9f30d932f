public import StreamCore

@usableFromInline
package typealias MergeDelivery<Downstream: Subscriber> = SerialDelivery<
  MergePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one child of a merge: a struct, so that a child needs no allocation.
@frozen
@usableFromInline
package struct MergeInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let delivery: MergeDelivery<Downstream>
  @usableFromInline package let origin: UpstreamKey

  /// Whether the thread that subscribes to the child is the drain thread, since the child is expected to have its values at hand.
  @usableFromInline let isRunning: Bool

  @inlinable
  init(delivery: MergeDelivery<Downstream>, origin: UpstreamKey, isRunning: Bool) {
    self.delivery = delivery
    self.origin = origin
    self.isRunning = isRunning
  }

  @inlinable
  package func receive(subscription: any Subscription) {
    if isRunning { delivery.giveUpRun(of: origin) }
    delivery.attach(subscription, from: origin)
  }

  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    guard isRunning else { return delivery.run(values, then: completion, from: origin) }
    delivery.runAll(values, then: completion, from: origin)
    return true
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
    let child = state.change { state in
      state.policy.addChild().map { ($0, state.expectsValuesAtHand && state.startRun(from: $0)) }
    }
    guard let (origin, isRunning) = child else { return }
    upstream.subscribe(MergeInner(delivery: self, origin: origin, isRunning: isRunning))
    // A publisher that has taken the subscriber and sends a subscription later.
    if isRunning, self.isRunning { giveUpRun(of: origin) }
  }
}
