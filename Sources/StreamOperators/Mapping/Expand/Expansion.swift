public import StreamCore
public import StreamParts

/// A running `expand`: the loop that asks for elements, and subscribes to the publishers into which they are
/// transformed.
// Sendable: all that changes is in the delivery and the trampoline; `next` runs in the loop of the trampoline alone.
@usableFromInline
final class Expansion<Child: Publisher, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Policy = ExpandPolicy<Child.Output, Child.Failure>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let next: (Child.Output) -> Child
  @usableFromInline let makeFailure: (() -> Child.Failure)?
  @usableFromInline let site: StreamSite

  /// A publisher may deliver and finish inside the loop: then its elements extend the current loop, and the stack does
  /// not grow.
  @usableFromInline let trampoline = Trampoline()

  @usableFromInline
  init(
    to downstream: Downstream, maxPublishers: Int, maxPending: Int, whenFull: StreamOverflowPolicy<Child.Failure>,
    site: StreamSite, next: @escaping (Child.Output) -> Child
  ) {
    delivery = SerialDelivery(
      "Expand", Policy(maxPublishers: maxPublishers, maxPending: maxPending, whenFull: WhenFull(whenFull)),
      to: downstream)
    makeFailure = whenFull.makeFailure
    self.site = site
    self.next = next
  }

  /// Begins with the subscription of upstream. The delivery retains this object until the end, to run the loop.
  @inlinable
  func begin(with subscription: any Subscription) {
    let driver = ErasedSubscription(request: { _ in self.advance() }, cancel: {})
    let isFirst = delivery.state.withLock { $0.policy.begin(driver: driver) }
    if isFirst { delivery.begin(with: subscription, from: .outer) } else { subscription.cancel() }
  }

  /// Asks for elements and begins publishers, as long as there is demand and room.
  @inlinable
  func advance() {
    trampoline.run {
      while let action = delivery.state.withLock({ $0.hasEnded ? nil : $0.policy.nextAction() }) { perform(action) }
    }
  }

  @inlinable
  func perform(_ action: Policy.Action) {
    switch action {
    case .start(let element, let child): next(element).subscribe(ExpandInner(expansion: self, origin: child))
    case .ask(let source): source.request(.max(1))
    case .report(let dropped):
      report(.overflow, count: dropped.count)
    case .fail: if let failure = makeFailure?() { delivery.fail(failure) }
    }
  }

  @usableFromInline
  func report(_ reason: DropReport.Reason, count: Int = 1) {
    DropHook.report(DropReport(operatorName: delivery.description, reason: reason, count: count, site: site))
  }
}

/// The subscriber of upstream, and of each publisher.
@usableFromInline
struct ExpandInner<Child: Publisher, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Input = Child.Output
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let expansion: Expansion<Child, Downstream>
  @usableFromInline let origin: UpstreamKey

  @inlinable
  init(expansion: Expansion<Child, Downstream>, origin: UpstreamKey) {
    self.expansion = expansion
    self.origin = origin
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: expansion.delivery.downstream) }

  @usableFromInline var description: String { expansion.delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { expansion.delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if origin == .outer {
      expansion.begin(with: subscription)
    } else {
      expansion.delivery.attach(subscription, from: origin)
    }
    expansion.advance()
  }

  @inlinable
  func receive(_ input: Child.Output) -> Subscribers.Demand {
    var isUnrequested = false
    _ = expansion.delivery.receive(from: origin) { $0.take(input, from: origin, isUnrequested: &isUnrequested) }
    if isUnrequested { expansion.report(.beyondDemand) }
    expansion.advance()
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Child.Failure>) {
    expansion.delivery.receive(completion: completion, from: origin)
    expansion.advance()
  }
}
