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

  @inlinable
  init(delivery: MergeDelivery<Downstream>, origin: UpstreamKey) {
    self.delivery = delivery
    self.origin = origin
  }

  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    delivery.run(values, then: completion, from: origin)
  }
}

extension SerialDelivery where Policy == MergePolicy<Downstream.Input, Downstream.Failure> {
  /// Merges the publishers that `body` adds, and no others.
  ///
  /// - Parameters:
  ///   - name: The name of the operator.
  ///   - delaying: Keeps the failures until all publishers have ended; `nil` if the first ends the stream.
  ///   - downstream: The receiver of the values.
  ///   - body: Adds each publisher with ``add(_:)``.
  @inlinable
  package static func merge(
    as name: String = "Merge", delaying: DelayedFailures<Downstream.Failure>? = nil, to downstream: Downstream,
    _ body: (MergeDelivery<Downstream>) -> Void
  ) {
    let delivery = MergeDelivery<Downstream>(name, MergePolicy(), delaying: delaying, to: downstream)
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
    if let just = upstream as? Just<Downstream.Input>, run(just) { return }
    typealias FailingJust = Publishers.SetFailureType<Just<Downstream.Input>, Downstream.Failure>
    if let just = upstream as? FailingJust, run(just.upstream) { return }
    guard let origin = state.withLock({ $0.policy.addChild() }) else { return }
    upstream.subscribe(MergeInner(delivery: self, origin: origin))
  }

  /// Delivers the value of a `Just` without making it a child, if that can be done immediately, and no one looks.
  @inlinable @inline(__always)
  func run(_ just: Just<Downstream.Input>) -> Bool {
    runOne(just.output) { $0.expectsChildren && !$0.isSeen }
  }
}
