public import StreamCore
public import StreamParts

/// An element of upstream, one of each of eight others, and one of each of a pack, before they become a tuple.
///
/// The eight are not part of the pack: in an optimised build of a client, Swift 6.3 wrongly specialises a pack that has
/// single types before an expansion, and either the compiler or the program crashes.
@usableFromInline
struct NineElements<First, A, B, C, D, E, F, G, H, each T> {
  @usableFromInline let first: First
  @usableFromInline let a: A
  @usableFromInline let b: B
  @usableFromInline let c: C
  @usableFromInline let d: D
  @usableFromInline let e: E
  @usableFromInline let f: F
  @usableFromInline let g: G
  @usableFromInline let h: H
  @usableFromInline let others: (repeat each T)

  @inlinable
  init(
    _ first: First,
    a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H,
    others: (repeat each T)
  ) {
    self.first = first
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
    self.others = others
  }

  @inlinable
  func apply<R>(_ transform: (First, A, B, C, D, E, F, G, H, repeat each T) -> R) -> R {
    transform(first, a, b, c, d, e, f, g, h, repeat each others)
  }

  /// Subscribes to upstream and to `a` to `h` and `others`, in order, and delivers to `downstream`.
  @inlinable
  static func deliver<Upstream: Publisher, Downstream: Subscriber>(
    of upstream: Upstream,
    _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ c: any Publisher<C, Upstream.Failure>, _ d: any Publisher<D, Upstream.Failure>,
    _ e: any Publisher<E, Upstream.Failure>, _ f: any Publisher<F, Upstream.Failure>,
    _ g: any Publisher<G, Upstream.Failure>, _ h: any Publisher<H, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>,
    combining combination: SidesCombination, as name: String, to downstream: Downstream
  ) where Upstream.Output == First, Downstream.Input == Self, Downstream.Failure == Upstream.Failure {
    let delivery = SidesDelivery<Downstream>(name, SidesPolicy(combination), to: downstream)
    let pack = PackSides(of: delivery, combination)
    var sides: [any SideElements] = []
    let side = PackSide<First, Upstream.Failure>(addedTo: &sides, of: pack)
    let aSide = PackSide<A, Upstream.Failure>(addedTo: &sides, of: pack)
    let bSide = PackSide<B, Upstream.Failure>(addedTo: &sides, of: pack)
    let cSide = PackSide<C, Upstream.Failure>(addedTo: &sides, of: pack)
    let dSide = PackSide<D, Upstream.Failure>(addedTo: &sides, of: pack)
    let eSide = PackSide<E, Upstream.Failure>(addedTo: &sides, of: pack)
    let fSide = PackSide<F, Upstream.Failure>(addedTo: &sides, of: pack)
    let gSide = PackSide<G, Upstream.Failure>(addedTo: &sides, of: pack)
    let hSide = PackSide<H, Upstream.Failure>(addedTo: &sides, of: pack)
    let rest = (repeat PackSide<each T, Upstream.Failure>(addedTo: &sides, of: pack))
    delivery.begin(sides) {
      Self(
        side.element(),
        a: aSide.element(), b: bSide.element(), c: cSide.element(),
        d: dSide.element(), e: eSide.element(), f: fSide.element(),
        g: gSide.element(), h: hSide.element(),
        others: (repeat (each rest).element()))
    }
    delivery.subscribe(side, to: upstream)
    delivery.subscribe(aSide, to: a)
    delivery.subscribe(bSide, to: b)
    delivery.subscribe(cSide, to: c)
    delivery.subscribe(dSide, to: d)
    delivery.subscribe(eSide, to: e)
    delivery.subscribe(fSide, to: f)
    delivery.subscribe(gSide, to: g)
    delivery.subscribe(hSide, to: h)
    repeat delivery.subscribe(each rest, to: each others)
  }
}

/// Delivers the elements as a tuple.
@frozen
@usableFromInline
struct NineElementsInner<Downstream: Subscriber, First, A, B, C, D, E, F, G, H, each T>: ForwardingInner
where Downstream.Input == (First, A, B, C, D, E, F, G, H, repeat each T) {
  @usableFromInline typealias Input = NineElements<First, A, B, C, D, E, F, G, H, repeat each T>
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StageName

  @inlinable
  init(_ name: StageName, to downstream: Downstream) {
    self.downstream = downstream
    self.name = name
  }

  @usableFromInline var description: String { name.description }

  // Not specialised: the elements after the ninth would be wrong. Swift 6.3 also miscompiles a tuple of single elements
  // and a pack: sometimes in a method, always in a closure.
  @_semantics("optimize.sil.specialize.generic.never")
  @inlinable @inline(never)
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(
      (input.first, input.a, input.b, input.c, input.d, input.e, input.f, input.g, input.h, repeat each input.others))
  }
}
