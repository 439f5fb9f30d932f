/// A subscriber behind closures, which the optimiser made for its very type where they were formed.
///
/// A generic class that is reached through a base class or an existential runs code that knows no types, at ten times
/// the cost. So where a subscriber's type has to be hidden from the value path, it is hidden in these.
@frozen
@usableFromInline
package struct SpecializedSubscriber<Input, Failure: Error> {
  @usableFromInline package let receiveSubscription: (any Subscription) -> Void
  @usableFromInline package let receiveValue: (Input) -> Subscribers.Demand
  @usableFromInline package let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  /// The subscriber itself, for descriptions and mirrors.
  @usableFromInline package let reflected: () -> Any

  @inlinable
  package init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    // One object for all closures: a closure that captures one reference needs none of its own.
    let box = SubscriberBox(subscriber)
    receiveSubscription = { box.subscriber.receive(subscription: $0) }
    receiveValue = { box.subscriber.receive($0) }
    receiveCompletion = { box.subscriber.receive(completion: $0) }
    reflected = { box.subscriber }
  }
}

@usableFromInline
final class SubscriberBox<Content: Subscriber> {
  @usableFromInline let subscriber: Content

  @inlinable
  init(_ subscriber: Content) {
    self.subscriber = subscriber
  }
}
