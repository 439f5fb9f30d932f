public import StreamCore
public import StreamParts

/// The subscriber of one of several sides of one type, whose latest elements are delivered in an array.
@usableFromInline
struct LatestArrayInner<Input, Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let index: Int
  @usableFromInline let delivery: SidesDelivery<Downstream>

  /// Accessed only under the lock of the delivery.
  @usableFromInline let latest: LatestArrayBox<Input>

  @inlinable
  init(_ index: Int, of delivery: SidesDelivery<Downstream>, latest: LatestArrayBox<Input>) {
    (self.index, self.delivery, self.latest) = (index, delivery, latest)
  }

  @inlinable var origin: UpstreamKey { UpstreamKey(index: index) }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // The replaced element is released after the lock: its deinitializer may call back.
    var replaced: Input? = input
    defer { withExtendedLifetime(replaced) {} }
    return delivery.receive(from: origin) { policy in
      latest.held.value.exchange(&replaced, of: index)
      return policy.hold(index, count: 1)
    }
  }
}

/// The latest elements of all sides, which the sides share.
@usableFromInline
final class LatestArrayBox<Element>: SideElements {
  @usableFromInline let held: SerialState<LatestArray<Element>>

  @inlinable
  init(count: Int) {
    held = SerialState(LatestArray(count: count))
  }

  @inlinable
  func removeAll() -> Any {
    defer { held.value = LatestArray(count: 0) }
    return held.value
  }
}
