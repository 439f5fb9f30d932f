/// Carries what a subject sends to one subscriber. Its methods are called by one thread at a time: the one that greets
/// the subscriber, then the one that delivers.
@usableFromInline
final class SubjectConduit<Output, Failure: Error> {
  @usableFromInline let subscription: SubjectSubscription<Output, Failure>
  @usableFromInline let downstream: SpecializedSubscriber<Output, Failure>

  /// Whether the subscriber has missed the newest value for want of demand; only of interest to subjects that hold it.
  @usableFromInline var isOwed = false

  @inlinable
  init(
    _ subscription: SubjectSubscription<Output, Failure>, to downstream: SpecializedSubscriber<Output, Failure>
  ) {
    self.subscription = subscription
    self.downstream = downstream
  }

  /// Delivers a value, if the subscriber has asked for one.
  @inlinable
  func offer(_ value: Output) {
    switch subscription.spend(for: value) {
    case .delivers: deliver(value)
    case .lacksDemand: isOwed = true
    case .postponed, .ended: break
    }
  }

  @usableFromInline
  func end(_ completion: Subscribers.Completion<Failure>) {
    if subscription.postpones(completion) { return }
    if subscription.end() { downstream.receiveCompletion(completion) }
  }

  /// Tells the subscriber of its subscription, then of what came up meanwhile.
  ///
  /// - Parameter current: The value to begin with, if the subject holds one.
  @usableFromInline
  func greet(with current: Output?) {
    let holdsValue = current != nil
    var owed = current
    downstream.receiveSubscription(subscription)
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
          if subscription.end() { downstream.receiveCompletion(completion) }
        }
      }
    } while true
  }

  @inlinable
  func deliver(_ value: Output) {
    isOwed = false
    let more = downstream.receiveValue(value)
    if more != .none { subscription.add(more) }
  }
}
