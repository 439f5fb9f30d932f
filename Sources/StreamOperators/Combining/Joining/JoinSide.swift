public import StreamCore

/// What a join knows of one of its sides. All is reached under the join's lock.
@usableFromInline
class JoinSideBase {
  @usableFromInline var upstream = RelayState.awaitingSubscription

  /// How many elements are held.
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable var hasEnded: Bool { if case .terminated = upstream { true } else { false } }

  /// Takes out all that is held.
  @usableFromInline
  func empty() -> Any {
    preconditionFailure("A side that holds nothing.")
  }
}

/// The subscriber of one side, and the elements that are held to be joined with those of the others.
@usableFromInline
final class JoinSide<Input, Downstream: Subscriber>: JoinSideBase, Subscriber, SubscriptionDescription {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: JoinCore<Downstream>
  @usableFromInline var held = Queue<Input>()

  @inlinable
  init(of core: JoinCore<Downstream>) {
    self.core = core
  }

  @usableFromInline var description: String { core.description }

  /// The element to be joined, of which the join knows that there is one.
  @inlinable
  func take() -> Input {
    guard let element = core.policy == .byPlace ? held.popFirst() : held.first else {
      preconditionFailure("A side of a join has lost an element.")
    }
    return element
  }

  @inlinable
  override func empty() -> Any {
    defer { held = Queue() }
    return held
  }

  @inlinable
  func receive(subscription: any Subscription) {
    core.attach(subscription, to: self)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    var replaced: Input?
    defer { withExtendedLifetime(replaced) {} }
    return core.deliver(for: self) {
      if core.policy == .latest { replaced = held.popFirst() }
      held.append(input)
      count = held.count
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: core.finish(self)
    case .failure(let error): core.fail(self, with: error)
    }
  }
}
