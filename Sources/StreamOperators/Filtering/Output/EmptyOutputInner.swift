public import StreamCore
public import StreamParts

/// The subscriber for an empty range: cancels upstream without requesting anything, and finishes.
@usableFromInline
struct EmptyOutputInner<Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("Output")

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    // Every subscription of upstream is cancelled, the first one included; downstream's requests go to an empty one.
    let isFirst = upstream.attach(Subscriptions.empty)
    subscription.cancel()
    guard isFirst else { return }
    downstream.receive(subscription: upstream)
    if upstream.terminate() != nil { downstream.receive(completion: .finished) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {}
}
