public import StreamCore

/// What a zip knows of one of its sides. All is reached under the zip's lock.
@usableFromInline
class ZipSideBase {
  @usableFromInline var upstream = RelayState.awaitingSubscription

  /// How many elements are queued.
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable var hasEnded: Bool { if case .terminated = upstream { true } else { false } }

  @inlinable
  func takeQueue() -> Any {
    preconditionFailure("A side without a queue.")
  }
}

/// The subscriber of one side, and the elements that wait for their partners.
@usableFromInline
final class ZipSide<Input, Downstream: Subscriber>: ZipSideBase, Subscriber, SubscriptionDescription {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: ZipCore<Downstream>
  @usableFromInline var queue = Queue<Input>()

  @inlinable
  init(of core: ZipCore<Downstream>) {
    self.core = core
  }

  @usableFromInline var description: String { core.description }

  /// Takes the oldest element, of which the zip knows that there is one.
  @inlinable
  func take() -> Input {
    guard let element = queue.popFirst() else { preconditionFailure("A side of a zip has lost an element.") }
    return element
  }

  @inlinable
  override func takeQueue() -> Any {
    defer { queue = Queue() }
    return queue
  }

  @inlinable
  func receive(subscription: any Subscription) {
    core.attach(subscription, to: self)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    core.deliver(for: self) { queue.append(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: core.finish(self)
    case .failure(let error): core.fail(self, with: error)
    }
  }
}
