public import StreamCore

@usableFromInline
package typealias SidesDelivery<Downstream: Subscriber> = SerialDelivery<
  SidesPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one side of `zip` or `combineLatest`, and the elements that it holds.
@usableFromInline
package final class SideInner<Input, Downstream: Subscriber>: DeliveringInner, SideElements {
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline let index: Int
  @usableFromInline package let delivery: SidesDelivery<Downstream>

  /// Accessed only under the lock of the delivery.
  @usableFromInline let held = SerialState(Queue<Input>())

  @inlinable
  package init(_ index: Int, of delivery: SidesDelivery<Downstream>) {
    self.index = index
    self.delivery = delivery
  }

  /// Creates the next of several, and adds it to a list of them.
  @inlinable
  package convenience init(addedTo list: inout [any SideElements], of delivery: SidesDelivery<Downstream>) {
    self.init(list.count, of: delivery)
    list.append(self)
  }

  @inlinable package var origin: UpstreamKey { UpstreamKey(index: index) }

  /// Removes the oldest element.
  @inlinable
  package func takeFirst() -> Input {
    guard let element = held.value.popFirst() else { preconditionFailure("A side of a zip has lost an element.") }
    return element
  }

  /// The one element that a side of `combineLatest` holds.
  @inlinable
  package func latest() -> Input {
    guard let element = held.value.first else { preconditionFailure("A side has lost its latest element.") }
    return element
  }

  /// The element that is combined with those of the other sides.
  @inlinable @inline(__always)
  package func element(_ combination: SidesCombination) -> Input {
    combination == .latest ? latest() : takeFirst()
  }

  @inlinable
  package func removeAll() -> Any {
    defer { held.value = Queue() }
    return held.value
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    // The queue and the count in the policy change under one lock, so that `makeValue` finds an element on each side.
    // The replaced element is released after the lock: its deinitializer may call back.
    var replaced: Input?
    let demand = delivery.receive(from: origin) { policy in
      if policy.combination == .latest { replaced = held.value.replaceLast(by: input) }
      if replaced != nil { return policy.replaced() }
      held.value.append(input)
      return policy.hold(index, count: held.value.count)
    }
    extendLifetime(replaced)
    return demand
  }
}

extension SerialDelivery where Policy == SidesPolicy<Downstream.Input, Downstream.Failure> {
  /// Hands downstream its subscription; the sides must be subscribed to their publishers after this call.
  ///
  /// - Parameters:
  ///   - sides: All sides, in the order of their indices.
  ///   - makeValue: Takes an element of each side. Called under the lock.
  @inlinable
  package func begin(_ sides: [any SideElements], makeValue: @escaping () -> Downstream.Input) {
    state.withLock { $0.policy.setSides(sides, makeValue: makeValue) }
    begin()
  }
}
