public import StreamCore
public import StreamParts

/// An element of upstream and the latest elements of two or more others, before they become a tuple.
@usableFromInline
struct LatestElements<Input, A, B, each T> {
  @usableFromInline let input: Input
  @usableFromInline let a: A
  @usableFromInline let b: B
  @usableFromInline let others: (repeat each T)

  @inlinable
  init(_ input: Input, _ a: A, _ b: B, _ others: repeat each T) {
    self.input = input
    self.a = a
    self.b = b
    self.others = (repeat each others)
  }

  @inlinable
  func combined<Result>(by combine: (Input, A, B, repeat each T) -> Result) -> Result {
    combine(input, a, b, repeat each others)
  }

  /// Subscribes to all publishers, and delivers to `downstream`.
  @inlinable
  static func deliver<Upstream: Publisher, Downstream: Subscriber>(
    of upstream: Upstream, _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>, to downstream: Downstream
  ) where Upstream.Output == Input, Downstream.Input == Self, Downstream.Failure == Upstream.Failure {
    let delivery = LatestDelivery<Downstream>("WithLatestFrom", LatestPolicy(), to: downstream)
    let latestA = LatestInner<A, Downstream>(0, of: delivery)
    let latestB = LatestInner<B, Downstream>(1, of: delivery)
    var inners: [any SideElements] = [latestA, latestB]
    let latestOthers = (repeat LatestInner<each T, Downstream>(addedTo: &inners, of: delivery))
    delivery.begin(inners)
    latestA.subscribe(to: a)
    latestB.subscribe(to: b)
    repeat (each latestOthers).subscribe(to: each others)
    delivery.subscribe(
      WithLatestInner<Input, Downstream>(delivery: delivery) { input in
        Self(input, latestA.latest(), latestB.latest(), repeat (each latestOthers).latest())
      }, to: upstream)
  }
}
