public import StreamCore

// What the drain thread does, which alone knows the subscribers and how far each has come.
extension ReplayHub {
  @usableFromInline
  func perform(_ work: [Work]) {
    for item in work {
      switch item {
      case .open(let conduit): open(conduit)
      case .serve(let subscription): conduit(of: subscription).map(catchUp)
      case .remove(let subscription):
        state.withLock { $0.log.unpin(subscription) }
        withdraw(subscription)
      }
    }
  }

  /// Offers the newest of the values offered.
  @inlinable
  func offer(_ value: Output) {
    let position = offered.upperBound - 1
    if clock != nil { expire(before: position) }
    // Moved out, so that the loop retains nothing: see `Broadcaster`.
    var taken: ContiguousArray<AnyObject?> = []
    swap(&taken, &subscribers.places)
    taken.withUnsafeBufferPointer { places in
      for case let place? in places {
        let conduit = unsafeDowncast(place, to: Conduit.self)
        if conduit.cursor == position, conduit.subscription.pendingDemand.takeOne() {
          conduit.deliver(value)
        } else {
          catchUp(conduit)
        }
      }
    }
    swap(&taken, &subscribers.places)
  }

  /// Delivers to a subscriber what has been offered to all, within its demand, and the completion after everything.
  @usableFromInline
  func catchUp(_ conduit: Conduit) {
    advance(conduit, to: offered.lowerBound)
    while conduit.cursor < offered.upperBound, conduit.subscription.pendingDemand.takeOne() {
      guard let value = state.withLock({ $0.log[conduit.cursor] }) else { return }
      conduit.deliver(value)
    }
    if let announced, owesNewest || conduit.cursor >= offered.upperBound {
      finish(conduit, announced)
    } else {
      advance(conduit, to: offered.upperBound - limit)
    }
  }

  /// Moves a subscriber past the elements that it has lost.
  private func advance(_ conduit: Conduit, to position: Int) {
    let count = position - conduit.cursor
    guard count > 0 else { return }
    conduit.cursor = position
    // One that has cancelled waits for nothing.
    guard !owesNewest, !conduit.subscription.pendingDemand.isClosed else { return }
    DropHook.report(DropReport(operatorName: name.description, reason: .overflow, count: count, site: site))
  }

  private func open(_ conduit: Conduit) {
    let subscription = conduit.subscription
    if !subscription.pendingDemand.isClosed {
      subscription.place = subscribers.append(conduit)
      catchUp(conduit)
    } else {
      removed.append(conduit)
    }
    state.withLock { $0.log.unpin(subscription) }
    if clock != nil { expire(before: offered.upperBound) }
  }

  @usableFromInline
  func complete(_ completion: Completion) {
    announced = completion
    // A copy: those that end are removed.
    for case let conduit? in subscribers.places { catchUp(unsafeDowncast(conduit, to: Conduit.self)) }
  }

  private func finish(_ conduit: Conduit, _ completion: Completion) {
    guard conduit.subscription.end() else { return }
    withdraw(conduit.subscription)
    conduit.downstream.receiveCompletion(completion)
  }

  /// The conduit of a subscription, if it is in the list.
  func conduit(of subscription: ReplaySubscription<Output, Failure>) -> Conduit? {
    guard let found = subscribers[subscription.place] else { return nil }
    let conduit = unsafeDowncast(found, to: Conduit.self)
    return conduit.subscription === subscription ? conduit : nil
  }

  func withdraw(_ subscription: ReplaySubscription<Output, Failure>) {
    guard let conduit = conduit(of: subscription) else { return }
    removed.append(conduit)
    if subscribers.remove(at: subscription.place) {
      for (place, conduit) in subscribers.places.enumerated() {
        if let conduit { unsafeDowncast(conduit, to: Conduit.self).subscription.place = place }
      }
    }
  }

  func takeRemoved() -> [Conduit] {
    defer { removed = [] }
    return removed
  }
}
