/// A subscriber behind closures, which the compiler specialises for its concrete type where they are formed.
///
/// A generic class called through a base class or an existential runs unspecialised code, at ten times the cost. So
/// wherever the value path must hide a subscriber's type, it uses these closures.
@frozen
@usableFromInline
package struct ErasedSubscriber<Input, Failure: Error> {
  @usableFromInline package let receiveSubscription: (any Subscription) -> Void
  @usableFromInline package let receiveValue: (Input) -> Subscribers.Demand
  @usableFromInline package let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @usableFromInline let box: HiddenSubscriber

  @inlinable
  package init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    // One object for all closures: a closure that captures a single reference needs no context of its own.
    let box = SubscriberBox(subscriber)
    receiveSubscription = { box.subscriber.receive(subscription: $0) }
    receiveValue = { box.subscriber.receive($0) }
    receiveCompletion = { box.subscriber.receive(completion: $0) }
    self.box = box
  }
}

extension ErasedSubscriber {
  /// The subscriber itself, for infrequent uses: its identity, its description.
  @usableFromInline package var subscriber: any Subscriber { box.hidden }
}

/// A box whose content has an unknown type.
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
