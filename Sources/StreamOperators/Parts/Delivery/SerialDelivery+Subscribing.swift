public import StreamCore

extension SerialDelivery {
  /// Hands downstream its subscription. Upstreams are subscribed to, or sent requests, after this call, so that no
  /// value arrives during the handover (rule 3).
  @inlinable
  package func begin() {
    handle.attach(
      to: ErasedSubscription(
        request: { self.request($0) }, cancel: { self.cancel() }, children: { self.mirrorChildren }))
    downstream.receive(subscription: handle)
  }

  /// Takes the subscription of the outer or only upstream, hands downstream its own, then sends the first request.
  @inlinable
  package func begin(with subscription: any Subscription, from origin: UpstreamKey) {
    let demand = state.change { $0.attach(subscription, from: origin) }
    guard let demand else { return subscription.cancel() }
    begin()
    // Downstream may have cancelled inside the handover.
    if demand != .none, !isCancelled { subscription.request(demand) }
  }

  /// Hands downstream its subscription, then subscribes to the publisher, unless downstream has cancelled.
  @inlinable
  package func begin<P: Publisher, S: Subscriber>(subscribing subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    begin()
    subscribe(subscriber, to: publisher)
  }

  /// Subscribes to a publisher, unless the stream has ended: an earlier publisher may have ended it inside
  /// `subscribe(_:)`.
  @inlinable
  package func subscribe<P: Publisher, S: Subscriber>(_ subscriber: S, to publisher: P)
  where S.Input == P.Output, S.Failure == P.Failure {
    if !state.withLock({ $0.hasEnded }) { publisher.subscribe(subscriber) }
  }
}
