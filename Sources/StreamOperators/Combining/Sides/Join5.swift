public import StreamCore
public import StreamParts

/// A publisher that joins the elements of five others into tuples: the latest elements for `combineLatest`, the
/// elements at the same position for `zip`.
@frozen
public struct Join5Publisher<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher,
  ReleasingPublisher
where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure {
  /// An element of each.
  public typealias Output = (A.Output, B.Output, C.Output, D.Output, E.Output)
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

  @usableFromInline let combination: SidesCombination

  @inlinable
  init(_ combination: SidesCombination, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
    self.combination = combination
    (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
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
    delivery.begin([sideA, sideB, sideC, sideD, sideE]) {
      (
        sideA.element(combination), sideB.element(combination), sideC.element(combination), sideD.element(combination),
        sideE.element(combination)
      )
    }
    delivery.subscribe(sideA, to: a)
    delivery.subscribe(sideB, to: b)
    delivery.subscribe(sideC, to: c)
    delivery.subscribe(sideD, to: d)
    delivery.subscribe(sideE, to: e)
  }
}

extension PublisherNames {
  /// ``Join5Publisher``, under a short name that a client's own type overrides.
  public typealias Join5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher> = Join5Publisher<
    A, B, C, D, E
  >
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure
}

extension Join5Publisher: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable {}

extension Join5Publisher: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
