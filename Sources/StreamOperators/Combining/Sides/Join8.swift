public import StreamCore
public import StreamParts

/// A publisher that joins the elements of eight others into tuples: the latest elements for `combineLatest`, the
/// elements at the same position for `zip`.
@frozen
public struct Join8Publisher<
  A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
>: Publisher, ReleasingPublisher
where
  A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
  E.Failure == F.Failure, F.Failure == G.Failure, G.Failure == H.Failure
{
  /// An element of each.
  public typealias Output = (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)
  public typealias Failure = A.Failure

  /// The publisher of the first elements.
  public let a: A

  /// The publisher of the second elements.
  public let b: B

  /// The publisher of the third elements.
  public let c: C

  /// The publisher of the fourth elements.
  public let d: D

  /// The publisher of the fifth elements.
  public let e: E

  /// The publisher of the sixth elements.
  public let f: F

  /// The publisher of the seventh elements.
  public let g: G

  /// The publisher of the eighth elements.
  public let h: H

  @usableFromInline let combination: SidesCombination

  @inlinable
  init(_ combination: SidesCombination, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
    self.combination = combination
    (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let combination = combination
    let delivery = SidesDelivery<S>(combination.operatorName, SidesPolicy(combination), to: subscriber)
    let sideA = SideInner<A.Output, S>(0, of: delivery)
    let sideB = SideInner<B.Output, S>(1, of: delivery)
    let sideC = SideInner<C.Output, S>(2, of: delivery)
    let sideD = SideInner<D.Output, S>(3, of: delivery)
    let sideE = SideInner<E.Output, S>(4, of: delivery)
    let sideF = SideInner<F.Output, S>(5, of: delivery)
    let sideG = SideInner<G.Output, S>(6, of: delivery)
    let sideH = SideInner<H.Output, S>(7, of: delivery)
    delivery.begin([sideA, sideB, sideC, sideD, sideE, sideF, sideG, sideH]) {
      (
        sideA.element(combination), sideB.element(combination), sideC.element(combination), sideD.element(combination),
        sideE.element(combination), sideF.element(combination), sideG.element(combination), sideH.element(combination)
      )
    }
    delivery.subscribe(sideA, to: a)
    delivery.subscribe(sideB, to: b)
    delivery.subscribe(sideC, to: c)
    delivery.subscribe(sideD, to: d)
    delivery.subscribe(sideE, to: e)
    delivery.subscribe(sideF, to: f)
    delivery.subscribe(sideG, to: g)
    delivery.subscribe(sideH, to: h)
  }
}

extension PublisherNames {
  /// ``Join8Publisher``, under a short name that a client's own type overrides.
  public typealias Join8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
  > = Join8Publisher<A, B, C, D, E, F, G, H>
  where
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, F.Failure == G.Failure, G.Failure == H.Failure
}

extension Join8Publisher: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable, H: Sendable {}

extension Join8Publisher: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
