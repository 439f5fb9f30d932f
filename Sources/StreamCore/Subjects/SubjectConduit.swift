/// Carries what a subject sends to one subscriber. Its methods are called by one thread at a time: the one that greets
/// the subscriber, then the one that delivers.
@usableFromInline
class SubjectConduitBase<Output, Failure: Error> {
  @usableFromInline let subscription: SubjectSubscription<Output, Failure>

  /// Whether the subscriber has missed the newest value for want of demand; only of interest to subjects that hold it.
  @usableFromInline var isOwed = false

  @inlinable
  init(_ subscription: SubjectSubscription<Output, Failure>) {
    self.subscription = subscription
  }

  /// Delivers a value, if the subscriber has asked for one.
  @inlinable
  func offer(_ value: Output) {
    preconditionFailure("A conduit without a subscriber.")
  }

  @inlinable
  func end(_ completion: Subscribers.Completion<Failure>) {
    preconditionFailure("A conduit without a subscriber.")
  }
}

@usableFromInline
final class SubjectConduit<Downstream: Subscriber>: SubjectConduitBase<Downstream.Input, Downstream.Failure> {
  @usableFromInline let downstream: Downstream

  @inlinable
  init(_ subscription: SubjectSubscription<Downstream.Input, Downstream.Failure>, to downstream: Downstream) {
    self.downstream = downstream
    super.init(subscription)
  }

  @inlinable
  override func offer(_ value: Downstream.Input) {
    switch subscription.spend(for: value) {
    case .delivers: deliver(value)
    case .lacksDemand: isOwed = true
    case .postponed: break
    }
  }

  @inlinable
  override func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if subscription.postpones(completion) { return }
    if subscription.end() { downstream.receive(completion: completion) }
  }

  /// Tells the subscriber of its subscription, then of what came up meanwhile.
  ///
  /// - Parameter current: The value to begin with, if the subject holds one.
  @usableFromInline
  func greet(with current: Downstream.Input?) {
    let holdsValue = current != nil
    var owed = current
    downstream.receive(subscription: subscription)
    repeat {
      if let value = owed, subscription.spendWhileGreeting() {
        owed = nil
        deliver(value)
      }
      isOwed = owed != nil
      guard let backlog = subscription.continueGreeting(isOwed: isOwed) else { return }
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
          if subscription.end() { downstream.receive(completion: completion) }
        }
      }
    } while true
  }

  @inlinable
  func deliver(_ value: Downstream.Input) {
    isOwed = false
    let more = downstream.receive(value)
    if more != .none { subscription.add(more) }
  }
}
