public import StreamCore
public import StreamParts

/// An element of upstream, and one of each of several others: what a pack of them delivers, before it becomes a tuple.
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

  @inlinable
  func apply<R>(_ transform: (First, repeat each T) -> R) -> R { transform(first, repeat each others) }

  /// Subscribes to all publishers, in order, and delivers to `downstream`.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of the first elements.
  ///   - others: The publishers of the other elements.
  ///   - combination: Which elements are combined.
  ///   - lastOnly: Whether each publisher is asked for everything, and its last element alone is combined.
  ///   - name: The name of the operator.
  ///   - downstream: The receiver of the elements.
  @inlinable
  static func deliver<Upstream: Publisher, Downstream: Subscriber>(
    of upstream: Upstream, _ others: repeat any Publisher<each T, Upstream.Failure>,
    combining combination: SidesCombination, lastOnly: Bool = false, as name: String,
    to downstream: Downstream
  ) where Upstream.Output == First, Downstream.Input == Self, Downstream.Failure == Upstream.Failure {
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(combination), to: downstream)
    let pack = PackSides(of: delivery, combination)
    var sides: [any SideElements] = []
    let first = PackSide<First, Upstream.Failure>(addedTo: &sides, of: pack)
    let rest = (repeat PackSide<each T, Upstream.Failure>(addedTo: &sides, of: pack))
    delivery.begin(sides) { Self(first.element(), repeat (each rest).element()) }
    first.subscribe(to: upstream, lastOnly: lastOnly)
    repeat (each rest).subscribe(to: each others, lastOnly: lastOnly)
  }
}

extension PackSide {
  @inlinable
  func subscribe(to publisher: some Publisher<Input, Failure>, lastOnly isLastOnly: Bool) {
    if hasEnded { return }
    if isLastOnly { publisher.subscribe(lastOnly()) } else { publisher.subscribe(self) }
  }
}

extension SideInner {
  /// The element that is combined with those of the other sides.
  @inlinable @inline(__always)
  func element(_ combination: SidesCombination) -> Input {
    combination == .latest ? latest() : takeFirst()
  }
}

extension StageSubscriber {
  /// A subscriber that asks for everything, and delivers the last element to this one, when that requests it.
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
