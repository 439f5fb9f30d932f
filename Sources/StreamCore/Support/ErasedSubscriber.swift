/// A subscriber behind closures, which the optimiser made for its very type where they were formed.
///
/// A generic class that is reached through a base class or an existential runs code that knows no types, at ten times
/// the cost. So where a subscriber's type has to be hidden from the value path, it is hidden in these.
@frozen
@usableFromInline
package struct ErasedSubscriber<Input, Failure: Error> {
  @usableFromInline package let receiveSubscription: (any Subscription) -> Void
  @usableFromInline package let receiveValue: (Input) -> Subscribers.Demand
  @usableFromInline package let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @usableFromInline let box: HiddenSubscriber

  @inlinable
  package init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    // One object for all closures: a closure that captures one reference needs none of its own.
    let box = SubscriberBox(subscriber)
    receiveSubscription = { box.subscriber.receive(subscription: $0) }
    receiveValue = { box.subscriber.receive($0) }
    receiveCompletion = { box.subscriber.receive(completion: $0) }
    self.box = box
  }
}

extension ErasedSubscriber {
  /// The subscriber itself, for what is asked seldom: its identity, its description.
  @usableFromInline package var subscriber: any Subscriber { box.hidden }
}

/// A box of which the type of what is in it is not known.
@usableFromInline
class HiddenSubscriber {
  @usableFromInline
  init() {}

  var hidden: any Subscriber { fatalError("A box has something in it.") }
}

@usableFromInline
final class SubscriberBox<Content: Subscriber>: HiddenSubscriber {
  @usableFromInline let subscriber: Content

  @inlinable
  init(_ subscriber: Content) {
    self.subscriber = subscriber
  }

  @usableFromInline override var hidden: any Subscriber { subscriber }
}
