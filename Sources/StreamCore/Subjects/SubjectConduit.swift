/// Retains one subscriber of a subject, and delivers the subject's signals to it. Its methods are called by one thread
/// at a time: the thread of the handover, then the drain thread of the subject.
///
/// Two closures know the subscriber's type. They capture nothing: they receive the conduit, and cast it to the subclass
/// that stores the subscriber. So a subscriber costs one object, and calling it costs no more than calling a closure.
/// (An overridden method of a generic class would run unspecialised.)
@usableFromInline
package class SubjectConduit<Output, Failure: Error> {
  @usableFromInline package let subscription: SubjectSubscription<Output, Failure>
  @usableFromInline let receiveValue: (SubjectConduit, Output) -> Subscribers.Demand
  @usableFromInline let receiveOther: (SubjectConduit, Signal) -> Void

  /// A signal that is not a value.
  @usableFromInline
  enum Signal {
    case subscription(any Subscription)
    case completion(Subscribers.Completion<Failure>)
  }

  @inlinable
  init(
    _ subscription: SubjectSubscription<Output, Failure>,
    receiveValue: @escaping (SubjectConduit, Output) -> Subscribers.Demand,
    receiveOther: @escaping (SubjectConduit, Signal) -> Void
  ) {
    self.subscription = subscription
    self.receiveValue = receiveValue
    self.receiveOther = receiveOther
  }

  /// Delivers a value, if there is demand.
  @inlinable
  final func offer(_ value: Output) {
    switch subscription.offer(value) {
    case .deliver: deliver(value)
    case .miss: subscription.hasMissedValue = true
    case .queue, .drop, .skip: break
    }
  }

  @usableFromInline
  final func complete(_ completion: Subscribers.Completion<Failure>) {
    if subscription.queues(completion) { return }
    if subscription.end() { receiveOther(self, .completion(completion)) }
  }

  /// Completes a subscriber that attaches after the subject has completed.
  @inlinable
  final func completeAtOnce(_ completion: Subscribers.Completion<Failure>) {
    let subscription = IteratorSubscription("Empty", showing: nil) { _, _ in }
    receiveOther(self, .subscription(subscription))
    if subscription.end() { receiveOther(self, .completion(completion)) }
  }

  /// Hands the subscription over, then delivers the signals that were queued in the meantime.
  ///
  /// - Parameter current: The value to deliver first, if the subject holds one.
  @inlinable
  final func handOver(current: Output?) {
    let holdsValue = current != nil
    var waiting = current
    receiveOther(self, .subscription(subscription))
    while true {
      if let value = waiting, subscription.takeOneInHandover() {
        waiting = nil
        deliver(value)
      }
      // Set before the handover can end: from then on it belongs to the drain thread.
      subscription.hasMissedValue = waiting != nil
      guard let queue = subscription.continueHandover(hasValue: waiting != nil) else { return }
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
          if subscription.end() { receiveOther(self, .completion(completion)) }
        }
      }
    }
  }

  @inlinable
  package final func deliver(_ value: Output) {
    if subscription.hasMissedValue { subscription.hasMissedValue = false }
    let more = receiveValue(self, value)
    if more != .none, !subscription.pendingDemand.isUnlimited { subscription.add(more) }
  }
}

/// A conduit with its subscriber.
///
/// Invariant of the casts: the closures are made here alone, and are called with the conduit that owns them. Checked casts
/// cost a value 1.2 times the instructions; closures that capture the subscriber cost a subscription 1.06 times.
@usableFromInline
final class SubscriberConduit<Downstream: Subscriber>: SubjectConduit<Downstream.Input, Downstream.Failure> {
  @usableFromInline let downstream: Downstream

  @inlinable
  init(_ subscription: SubjectSubscription<Downstream.Input, Downstream.Failure>, to downstream: Downstream) {
    self.downstream = downstream
    super.init(
      subscription,
      receiveValue: { conduit, value in
        unsafeDowncast(conduit, to: SubscriberConduit.self).downstream.receive(value)
      },
      receiveOther: { conduit, signal in
        let downstream = unsafeDowncast(conduit, to: SubscriberConduit.self).downstream
        switch signal {
        case .subscription(let subscription): downstream.receive(subscription: subscription)
        case .completion(let completion): downstream.receive(completion: completion)
        }
      })
  }
}
