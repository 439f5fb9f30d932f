public import StreamCore

/// The subscriber of one racer.
@usableFromInline
package struct RaceInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline let race: RaceSubscription
  @usableFromInline let racer: Int

  @inlinable
  init(downstream: Downstream, race: RaceSubscription, racer: Int) {
    self.downstream = downstream
    self.race = race
    self.racer = racer
  }

  @usableFromInline package var description: String { race.description }

  @inlinable package var combineIdentifier: CombineIdentifier { race.combineIdentifier }

  @inlinable
  package func receive(subscription: any Subscription) {
    race.attach(subscription, of: racer)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    race.takesValue(of: racer) ? downstream.receive(input) : .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard race.takesCompletion(of: racer) else { return FailureHook.report(late: completion, at: race) }
    downstream.receive(completion: completion)
  }
}

extension RaceSubscription {
  /// Subscribes to a racer, unless another has won or downstream has cancelled.
  @inlinable
  package func add<P: Publisher, Downstream: Subscriber>(_ publisher: P, as racer: Int, to downstream: Downstream)
  where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if isOpen { publisher.subscribe(RaceInner(downstream: downstream, race: self, racer: racer)) }
  }
}
