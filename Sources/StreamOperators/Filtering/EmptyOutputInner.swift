public import StreamCore
public import StreamParts

/// Serves a range without positions: it cancels upstream, which it asks for nothing, and finishes at once.
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
    // Upstream's is cancelled, the first one too; what downstream asks for goes nowhere.
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
