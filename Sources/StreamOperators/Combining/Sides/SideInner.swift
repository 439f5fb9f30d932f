public import StreamCore
public import StreamParts

@usableFromInline
typealias SidesDelivery<Downstream: Subscriber> = SerialDelivery<
  SidesPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one side of `zip` or `combineLatest`, and the elements that it holds.
@usableFromInline
final class SideInner<Input, Downstream: Subscriber>: StageSubscriber, SideElements {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let index: Int
  @usableFromInline let delivery: SidesDelivery<Downstream>

  /// Accessed under the lock of the delivery alone.
  @usableFromInline let held = SerialState(Queue<Input>())

  @inlinable
  init(_ index: Int, of delivery: SidesDelivery<Downstream>) {
    self.index = index
    self.delivery = delivery
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: delivery.downstream) }

  @usableFromInline var description: String { delivery.description }

  /// The oldest element, taken out.
  @inlinable
  func takeFirst() -> Input {
    guard let element = held.value.popFirst() else { preconditionFailure("A side of a zip has lost an element.") }
    return element
  }

  /// The one element that a side of `combineLatest` holds.
  @inlinable
  func latest() -> Input {
    guard let element = held.value.first else { preconditionFailure("A side has lost its latest element.") }
    return element
  }

  @inlinable
  func removeAll() -> Any {
    defer { held.value = Queue() }
    return held.value
  }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: UpstreamKey(index: index))
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    var replaced: Input?
    defer { withExtendedLifetime(replaced) {} }
    return delivery.receive(from: UpstreamKey(index: index)) { policy in
      if policy.combination == .latest { replaced = held.value.popFirst() }
      held.value.append(input)
      return policy.hold(index, count: held.value.count)
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey(index: index))
  }
}

extension SerialDelivery where Policy == SidesPolicy<Downstream.Input, Downstream.Failure> {
  /// Hands downstream its subscription; the sides must be subscribed next.
  ///
  /// - Parameters:
  ///   - sides: All sides, in the order of their indices.
  ///   - makeValue: Takes an element of each side.
  @inlinable
  func begin(_ sides: [any SideElements], makeValue: @escaping () -> Downstream.Input) {
    state.withLock { $0.policy.setSides(sides, makeValue: makeValue) }
    begin()
  }
}
