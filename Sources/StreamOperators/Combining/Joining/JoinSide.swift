public import StreamCore
public import StreamParts

/// What a join knows of the subscriber of one of its sides.
@usableFromInline
class JoinSideBase {
  @inlinable
  init() {}

  /// Takes out all that is held, under the join's lock.
  @usableFromInline
  func empty() -> Any {
    preconditionFailure("A side that holds nothing.")
  }
}

/// The subscriber of one side, and the elements that are held to be joined with those of the others.
@usableFromInline
final class JoinSide<Input, Downstream: Subscriber>: JoinSideBase, StageSubscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let index: Int
  @usableFromInline let core: JoinCore<Downstream>

  /// Reached under the join's lock alone.
  @usableFromInline let held = SerialState(Queue<Input>())

  @inlinable
  init(_ index: Int, of core: JoinCore<Downstream>) {
    self.index = index
    self.core = core
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: core.downstream) }

  @usableFromInline var description: String { core.description }

  /// The element to be joined, of which the join knows that there is one.
  @inlinable
  func take() -> Input {
    guard let element = core.policy == .byPlace ? held.value.popFirst() : held.value.first else {
      preconditionFailure("A side of a join has lost an element.")
    }
    return element
  }

  @inlinable
  override func empty() -> Any {
    defer { held.value = Queue() }
    return held.value
  }

  @inlinable
  func receive(subscription: any Subscription) {
    core.attach(subscription, to: index)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    var replaced: Input?
    defer { withExtendedLifetime(replaced) {} }
    return core.deliver(for: index) {
      if core.policy == .latest { replaced = held.value.popFirst() }
      held.value.append(input)
      return held.value.count
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: core.finish(index)
    case .failure(let error): core.fail(index, with: error)
    }
  }
}
