public import StreamCore
public import StreamParts

@usableFromInline
typealias LatestDelivery<Downstream: Subscriber> = SerialDelivery<
  LatestPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of one of the others of `withLatestFrom`, and its latest element.
@usableFromInline
final class LatestInner<Input, Downstream: Subscriber>: DeliveringInner, SideElements {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let index: Int
  @usableFromInline let delivery: LatestDelivery<Downstream>

  /// Accessed only under the lock of the delivery.
  @usableFromInline let held = SerialState<Input?>(nil)

  @inlinable
  init(_ index: Int, of delivery: LatestDelivery<Downstream>) {
    self.index = index
    self.delivery = delivery
  }

  /// Creates the next of several, and adds it to a list of them.
  @inlinable
  convenience init(addedTo list: inout [any SideElements], of delivery: LatestDelivery<Downstream>) {
    self.init(list.count, of: delivery)
    list.append(self)
  }

  @inlinable var origin: UpstreamKey { UpstreamKey(index: index) }

  @inlinable
  func latest() -> Input {
    guard let element = held.value else { preconditionFailure("An element that has been counted is missing.") }
    return element
  }

  @inlinable
  func removeAll() -> Any {
    defer { held.value = nil }
    return held.value as Any
  }

  @inlinable
  func subscribe(to publisher: any Publisher<Input, Failure>) {
    delivery.subscribe(self, to: publisher)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // The replaced element is released after the lock: its deinitializer may call back.
    var replaced: Input? = input
    defer { withExtendedLifetime(replaced) {} }
    return delivery.receive(from: origin) { policy in
      swap(&replaced, &held.value)
      policy.hold(index)
      return nil
    }
  }
}

/// The subscriber of the upstream of `withLatestFrom`.
@usableFromInline
struct WithLatestInner<Input, Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: LatestDelivery<Downstream>

  /// Adds the latest elements of the others. It only copies elements, so it may run under the lock.
  @usableFromInline let makeValue: (Input) -> Downstream.Input

  @inlinable
  init(delivery: LatestDelivery<Downstream>, makeValue: @escaping (Input) -> Downstream.Input) {
    self.delivery = delivery
    self.makeValue = makeValue
  }

  @inlinable var origin: UpstreamKey { .outer }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    var isLeftOut = false
    let more = delivery.receive(from: origin) { policy in
      isLeftOut = policy.emptyCount > 0
      return isLeftOut ? nil : makeValue(input)
    }
    // A skipped element has used up demand, but was not delivered: one more is requested for it.
    return isLeftOut ? .max(1) : more
  }
}

extension SerialDelivery where Policy == LatestPolicy<Downstream.Input, Downstream.Failure> {
  /// Hands downstream its subscription; the others, then upstream must be subscribed to after this call.
  ///
  /// - Parameter others: The subscribers of all others, in the order of their indices.
  @inlinable
  func begin(_ others: [any SideElements]) {
    state.withLock { $0.policy.setOthers(others) }
    begin()
  }
}
