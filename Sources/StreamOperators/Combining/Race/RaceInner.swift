public import StreamCore

/// The subscriber of one racer.
@usableFromInline
struct RaceInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let race: RaceSubscription
  @usableFromInline let racer: Int

  @inlinable
  init(downstream: Downstream, race: RaceSubscription, racer: Int) {
    self.downstream = downstream
    self.race = race
    self.racer = racer
  }

  @usableFromInline var description: String { race.description }

  @inlinable var combineIdentifier: CombineIdentifier { race.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    race.attach(subscription, of: racer)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    race.takesValue(of: racer) ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if race.takesCompletion(of: racer) { downstream.receive(completion: completion) }
  }
}

extension RaceSubscription {
  /// Subscribes to a racer, unless another has won or downstream has cancelled.
  @inlinable
  func add<P: Publisher, Downstream: Subscriber>(_ publisher: P, as racer: Int, to downstream: Downstream)
  where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    if isOpen { publisher.subscribe(RaceInner(downstream: downstream, race: self, racer: racer)) }
  }
}
