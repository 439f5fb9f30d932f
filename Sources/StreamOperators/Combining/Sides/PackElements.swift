public import StreamCore
public import StreamParts

/// An element of upstream and one of each publisher of a pack, before they become a tuple.
@usableFromInline
struct PackElements<First, each T> {
  @usableFromInline let first: First
  @usableFromInline let others: (repeat each T)

  @inlinable
  init(_ first: First, _ others: repeat each T) {
    self.first = first
    self.others = (repeat each others)
  }

  @inlinable var tuple: (First, repeat each T) { (first, repeat each others) }

  /// Subscribes to all publishers, in order, and delivers the last element of each to `downstream`.
  @inlinable
  static func deliverLast<Upstream: Publisher, Downstream: Subscriber>(
    of upstream: Upstream, _ others: repeat any Publisher<each T, Upstream.Failure>, as name: String,
    to downstream: Downstream
  ) where Upstream.Output == First, Downstream.Input == Self, Downstream.Failure == Upstream.Failure {
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(.latest), to: downstream)
    let pack = PackSides(of: delivery, .latest)
    var sides: [any SideElements] = []
    let first = PackSide<First, Upstream.Failure>(addedTo: &sides, of: pack)
    let rest = (repeat PackSide<each T, Upstream.Failure>(addedTo: &sides, of: pack))
    delivery.begin(sides) { Self(first.element(), repeat (each rest).element()) }
    delivery.subscribe(first.lastOnly(), to: upstream)
    repeat delivery.subscribe((each rest).lastOnly(), to: each others)
  }
}

extension StageSubscriber {
  /// A subscriber that requests unlimited demand, and delivers the last element to this subscriber once this one
  /// requests it.
  @inlinable
  func lastOnly() -> ReducingInner<Input, Self> {
    let last = SerialState(Input?.none)
    return ReducingInner(description, to: self) { input throws(Failure) in
      last.value = input
      return false
    } complete: {
      last.value.take()
    }
  }
}
