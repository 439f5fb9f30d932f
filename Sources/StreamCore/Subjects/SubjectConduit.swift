/// A conduit in the list of a subject, for code that need not know its types.
@usableFromInline
package class ListedConduit {
  @usableFromInline package let subscription: SubjectSubscription

  @inlinable
  init(_ subscription: SubjectSubscription) {
    self.subscription = subscription
  }
}

/// Retains one subscriber of a subject, and delivers the subject's signals to it. Its methods are called by one thread
/// at a time: the thread of the handover, then the drain thread of the subject.
///
/// Two closures know the subscriber's type. They capture nothing: they receive the conduit, and cast it to the subclass
/// that stores the subscriber. So a subscriber costs one object, and calling it costs no more than calling a closure.
/// (An overridden method of a generic class would run unspecialised.)
@usableFromInline
package class SubjectConduit<Output, Failure: Error>: ListedConduit {
  @usableFromInline let receiveValue: (SubjectConduit, Output) -> Subscribers.Demand

  /// Hands the subscription over, or passes a completion on.
  @usableFromInline let receiveOther: (SubjectConduit, Subscribers.Completion<Failure>?) -> Void

  /// What has arrived during the handover, under the lock of the subscription's link. After a cancel inside the
  /// handover it is released with the subscriber, when the handover returns.
  @exclusivity(unchecked) @usableFromInline final var queue: [Queued] = []

  @usableFromInline
  enum Queued {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @inlinable
  init(
    _ subscription: SubjectSubscription,
    receiveValue: @escaping (SubjectConduit, Output) -> Subscribers.Demand,
    receiveOther: @escaping (SubjectConduit, Subscribers.Completion<Failure>?) -> Void
  ) {
    self.receiveValue = receiveValue
    self.receiveOther = receiveOther
    super.init(subscription)
  }

  /// Delivers a value, if there is demand.
  @inlinable @inline(__always)
  final func offer(_ value: Output) {
    // Unlimited demand, the usual case, is not used up.
    if subscription.pendingDemand.isUnlimited { deliver(value) } else { _ = offerForDemand(value) }
  }

  /// Delivers a value, if there is demand.
  ///
  /// - Returns: What happened to the value.
  @inlinable
  package final func offerForDemand(_ value: Output) -> SubjectSubscription.OfferAction {
    var action = subscription.offer()
    while action == .queue, !queues(.value(value)) { action = subscription.offer() }
    switch action {
    case .deliver: deliver(value)
    case .miss: subscription.hasMissedValue = true
    case .queue, .drop, .skip: break
    }
    return action
  }

  /// Queues a signal, during the handover.
  ///
  /// - Returns: Whether the handover is still under way.
  @usableFromInline
  final func queues(_ signal: Queued) -> Bool {
    subscription.link.withLock { link in
      guard link.phase == .handover else { return false }
      queue.append(signal)
      return true
    }
  }

  @usableFromInline
  final func complete(_ completion: Subscribers.Completion<Failure>) {
    if queues(.completion(completion)) { return }
    if subscription.end() { receiveOther(self, completion) }
  }

  /// Hands the subscription over, then delivers the signals that were queued in the meantime.
  ///
  /// - Parameter current: The value to deliver first, if the subject holds one.
  @inlinable
  package final func handOver(current: Output?) {
    let holdsValue = current != nil
    var waiting = current
    receiveOther(self, nil)
    while true {
      if let value = waiting, subscription.takeOneInHandover() {
        waiting = nil
        deliver(value)
      }
      // Set before the handover can end: from then on it belongs to the drain thread.
      subscription.hasMissedValue = waiting != nil
      guard let queue = continueHandover(hasValue: waiting != nil) else { return }
      for signal in queue {
        switch signal {
        case .value(let value):
          if subscription.takeOneInHandover() {
            waiting = nil
            deliver(value)
          } else if holdsValue {
            waiting = value
          }
        case .completion(let completion):
          if subscription.end() { receiveOther(self, completion) }
        }
      }
    }
  }

  /// Takes what is queued, or ends the handover.
  ///
  /// - Parameter hasValue: Whether a value waits for demand: the handover goes on if there is some.
  /// - Returns: What is queued; `nil` if the handover is over, or the subscriber has cancelled.
  @inlinable
  final func continueHandover(hasValue: Bool) -> [Queued]? {
    subscription.link.withLock { link in
      guard link.phase == .handover else { return nil }
      if queue.isEmpty, !hasValue || link.demand == .none {
        link.phase = .open
        _ = subscription.pendingDemand.add(link.demand)
        return nil
      }
      defer { queue = [] }
      return queue
    }
  }

  @inlinable @inline(__always)
  final func deliver(_ value: Output) {
    if subscription.hasMissedValue { subscription.hasMissedValue = false }
    let more = receiveValue(self, value)
    if more != .none, !subscription.pendingDemand.isUnlimited { subscription.add(more) }
  }
}

/// A conduit with its subscriber.
///
/// Invariant of the casts: the closures are made here alone, and are called with the conduit that owns them. Checked
/// casts cost a value 1.2 times the instructions; closures that capture the subscriber cost a subscription 1.06 times.
@usableFromInline
package final class SubscriberConduit<Downstream: Subscriber>: SubjectConduit<Downstream.Input, Downstream.Failure> {
  @usableFromInline let downstream: Downstream

  @inlinable
  package init(_ subscription: SubjectSubscription, to downstream: Downstream) {
    self.downstream = downstream
    super.init(
      subscription,
      receiveValue: { conduit, value in
        Unmanaged<SubscriberConduit>.fromOpaque(Unmanaged.passUnretained(conduit).toOpaque())
          ._withUnsafeGuaranteedRef { $0.downstream.receive(value) }
      },
      receiveOther: { conduit, completion in
        let downstream = unsafeDowncast(conduit, to: SubscriberConduit.self).downstream
        if let completion {
          downstream.receive(completion: completion)
        } else {
          downstream.receive(subscription: conduit.subscription)
        }
      })
  }
}
