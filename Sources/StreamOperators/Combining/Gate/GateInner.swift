public import StreamCore
public import StreamParts

@usableFromInline
typealias GateDelivery<Downstream: Subscriber> = SerialDelivery<
  GatePolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of the publisher whose elements pass a gate.
@usableFromInline
struct GateInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: GateDelivery<Downstream>
  @usableFromInline let full: FullQueue<Downstream.Failure>

  @inlinable
  init(delivery: GateDelivery<Downstream>, full: FullQueue<Downstream.Failure>) {
    (self.delivery, self.full) = (delivery, full)
  }

  @inlinable var origin: UpstreamKey { UpstreamKey() }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    // A replaced element is released after the lock: its deinitializer may call back.
    var element: Downstream.Input? = input
    defer { withExtendedLifetime(element) {} }
    var outcome = HoldOutcome.ignored
    let more = delivery.receive(from: origin) { policy, isWanted in
      outcome = policy.hold(&element, isWanted: isWanted)
      return UpstreamRequests()
    }
    switch outcome {
    case .held, .ignored: return more
    // A skipped element has used up demand, but was not delivered: one more is requested for it.
    case .leftOut: return more + 1
    case .dropped: full.reportDrop()
    case .overflow: overflow()
    }
    return more
  }

  @usableFromInline
  func overflow() {
    delivery.cancelOverflowed()
    guard let failure = full.makeFailure?() else { return }
    var isTaken = false
    delivery.end { isTaken = $0.fail(with: failure) }
    if !isTaken { FailureHook.report(late: Subscribers.Completion.failure(failure), at: delivery) }
  }
}

/// The subscriber of the publisher that opens and closes a gate.
@usableFromInline
struct GateOpeningInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Bool
  @usableFromInline typealias Failure = Never

  @usableFromInline let delivery: GateDelivery<Downstream>

  @inlinable
  init(delivery: GateDelivery<Downstream>) {
    self.delivery = delivery
  }

  @inlinable var origin: UpstreamKey { .opening }

  @inlinable
  func receive(_ input: Bool) -> Subscribers.Demand {
    delivery.receive(from: origin) { policy, _ in policy.open(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Never>) {
    delivery.receive(completion: .finished, from: origin)
  }
}
