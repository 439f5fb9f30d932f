/// Carries what a subject sends to one subscriber. Its methods are called by one thread at a time: the one that greets
/// the subscriber, then the one that delivers.
///
/// What knows the subscriber's type is two closures, which capture nothing: they get the conduit, and find the subscriber
/// in it. So a subscriber costs one object here, and a method of it is called at no more than the price of a closure.
@usableFromInline
package class SubjectConduit<Output, Failure: Error> {
  @usableFromInline let subscription: SubjectSubscription<Output, Failure>
  @usableFromInline let receiveValue: (SubjectConduit, Output) -> Subscribers.Demand
  @usableFromInline let receiveOther: (SubjectConduit, Signal) -> Void

  /// What is no value.
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

  /// Delivers a value, if the subscriber has asked for one.
  @inlinable
  final func offer(_ value: Output) {
    switch subscription.spend(for: value) {
    case .delivers: deliver(value)
    case .lacksDemand: subscription.isOwed = true
    case .postponed, .dropped, .ended: break
    }
  }

  @usableFromInline
  final func end(_ completion: Subscribers.Completion<Failure>) {
    if subscription.postpones(completion) { return }
    if subscription.end() { receiveOther(self, .completion(completion)) }
  }

  /// Tells a subscriber that comes after the end of the end.
  @inlinable
  final func turnAway(with completion: Subscribers.Completion<Failure>) {
    let subscription = ImmediateCompletion()
    receiveOther(self, .subscription(subscription))
    if !subscription.isCancelled { receiveOther(self, .completion(completion)) }
  }

  /// Tells the subscriber of its subscription, then of what came up meanwhile.
  ///
  /// - Parameter current: The value to begin with, if the subject holds one.
  @inlinable
  final func greet(with current: Output?) {
    let holdsValue = current != nil
    var owed = current
    receiveOther(self, .subscription(subscription))
    repeat {
      if let value = owed, subscription.spendWhileGreeting() {
        owed = nil
        deliver(value)
      }
      subscription.isOwed = owed != nil
      guard let backlog = subscription.continueGreeting(isOwed: owed != nil) else { return }
      for signal in backlog {
        switch signal {
        case .value(let value):
          if subscription.spendWhileGreeting() {
            owed = nil
            deliver(value)
          } else if holdsValue {
            owed = value
          }
        case .completion(let completion):
          if subscription.end() { receiveOther(self, .completion(completion)) }
        }
      }
    } while true
  }

  @inlinable
  final func deliver(_ value: Output) {
    if subscription.isOwed { subscription.isOwed = false }
    let more = receiveValue(self, value)
    if more != .none, !subscription.pendingDemand.isUnlimited { subscription.add(more) }
  }
}

/// A conduit together with its subscriber.
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
