public import StreamCore

// What an inlet tells the stage.
extension InletHub: InletOwner {
  @usableFromInline
  func subscribed(to inlet: Child) {
    ledger.change { $0.unread[ObjectIdentifier(inlet)] = nil }
  }

  @usableFromInline
  func requested(_ demand: Subscribers.Demand, by inlet: Child) {
    let count = demand.max ?? 0
    let (upstream, left): (SubscriptionObject?, Int) = ledger.change { ledger in
      let left = ledger.subtract(count, from: inlet)
      inlet.leftPlaces += left
      return (ledger.upstream.subscription, left)
    }
    if bounds.isSuspending, left > 0 { upstream?.request(.max(left)) }
  }

  @usableFromInline
  func ended(_ inlet: Child) {
    var delivery: InletDelivery<Element, Failure>?
    let keeps = keepsCancelled
    let (upstream, abandoned, count) = ledger.change { ledger -> (SubscriptionObject?, EndedUpstreams?, Int) in
      guard !inlet.isOver else { return (nil, nil, 0) }
      inlet.isOver = true
      if keeps, !inlet.isClosed, ledger.upstream.isActive { ledger.cancelled.append(inlet) }
      delivery = ledger.close(inlet)
      let count = ledger.subtract(inlet.held, from: inlet)
      let abandoned = ledger.giveUpIfAbandoned()
      return (ledger.upstream.subscription, abandoned, count)
    }
    withExtendedLifetime(delivery) {}
    abandoned?.cancel()
    if bounds.isSuspending, count > 0 { upstream?.request(.max(count)) }
  }
}
