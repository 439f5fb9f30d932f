public import StreamCore
public import StreamParts

/// Forwards signals until upstream finishes, then switches to a publisher of the replacement, if no element
/// has arrived.
@usableFromInline
struct ReplaceEmptyInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Downstream.Input
  @usableFromInline let arbiter = SubscriptionArbiter("ReplaceEmpty")
  @usableFromInline let isEmpty = SerialState(true)

  @inlinable
  init(downstream: Downstream, output: Downstream.Input) {
    self.downstream = downstream
    self.output = output
  }

  @usableFromInline var description: String { arbiter.description }

  @inlinable var combineIdentifier: CombineIdentifier { arbiter.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if arbiter.attach(subscription, epoch: 0) { downstream.receive(subscription: arbiter) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard arbiter.takeOne(epoch: 0) else { return .none }
    isEmpty.value = false
    return arbiter.add(downstream.receive(input))
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextEpoch = arbiter.endEpoch(0) else { return FailureHook.report(late: completion, at: arbiter) }
    if isEmpty.value, case .finished = completion {
      Just(output).subscribe(
        FinalArbitratedInner(downstream: downstream, arbiter: arbiter, epoch: nextEpoch, convert: noFailure))
    } else {
      arbiter.end(downstream, with: completion)
    }
  }
}
