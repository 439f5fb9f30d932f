public import StreamCore
public import StreamParts

/// What the subscribers of the two publishers of queued pairs share.
@usableFromInline
struct PairQueues<A, B, Downstream: Subscriber> where Downstream.Input == QueuedPair<A, B> {
  @usableFromInline typealias Policy = QueuedPairsPolicy<A, B, Downstream.Failure>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let full: FullQueue<Downstream.Failure>

  @inlinable
  init(delivery: SerialDelivery<Policy, Downstream>, full: FullQueue<Downstream.Failure>) {
    (self.delivery, self.full) = (delivery, full)
  }

  /// Queues an element, and delivers the pair that it completes, if there is demand for it.
  @inlinable @inline(__always)
  func receive<Input>(
    _ input: Input, from origin: UpstreamKey, _ hold: (inout Policy, inout Input?) -> HoldOutcome
  ) -> Subscribers.Demand {
    // A dropped element is released after the lock: its deinitializer may call back.
    var element: Input? = input
    defer { withExtendedLifetime(element) {} }
    var outcome = HoldOutcome.ignored
    let more = delivery.receive(from: origin) { policy, _ in
      outcome = hold(&policy, &element)
      return UpstreamRequests()
    }
    switch outcome {
    case .held, .leftOut, .ignored: break
    case .dropped: full.reportDrop()
    case .overflow: if let failure = full.makeFailure?() { delivery.fail(failure) }
    }
    return more
  }
}

/// The subscriber of the publisher of the first elements.
@usableFromInline
struct FirstOfPairInner<A, B, Downstream: Subscriber>: DeliveringInner where Downstream.Input == QueuedPair<A, B> {
  @usableFromInline typealias Input = A
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let queues: PairQueues<A, B, Downstream>

  @inlinable
  init(queues: PairQueues<A, B, Downstream>) {
    self.queues = queues
  }

  @inlinable var delivery: SerialDelivery<QueuedPairsPolicy<A, B, Downstream.Failure>, Downstream> { queues.delivery }

  @inlinable var origin: UpstreamKey { UpstreamKey(index: 0) }

  @inlinable @inline(__always)
  func receive(_ input: A) -> Subscribers.Demand {
    queues.receive(input, from: origin) { $0.holdFirst(&$1) }
  }
}

/// The subscriber of the publisher of the second elements.
@usableFromInline
struct SecondOfPairInner<A, B, Downstream: Subscriber>: DeliveringInner where Downstream.Input == QueuedPair<A, B> {
  @usableFromInline typealias Input = B
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let queues: PairQueues<A, B, Downstream>

  @inlinable
  init(queues: PairQueues<A, B, Downstream>) {
    self.queues = queues
  }

  @inlinable var delivery: SerialDelivery<QueuedPairsPolicy<A, B, Downstream.Failure>, Downstream> { queues.delivery }

  @inlinable var origin: UpstreamKey { UpstreamKey(index: 1) }

  @inlinable @inline(__always)
  func receive(_ input: B) -> Subscribers.Demand {
    queues.receive(input, from: origin) { $0.holdSecond(&$1) }
  }
}
