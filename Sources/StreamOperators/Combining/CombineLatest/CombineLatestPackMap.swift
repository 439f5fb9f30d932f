public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and eight or more others, and transforms each tuple.
  ///
  ///     upstream      -1---------0|
  ///     a             --1---------|
  ///     b             ---1--------|
  ///     c             ----1-------|
  ///     d             -----1------|
  ///     e             ------1-----|
  ///     f             -------1----|
  ///     g             --------1---|
  ///     h             ---------1--|
  ///     combineLatest(a, b, c, d, e, f, g, h) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 }
  ///     downstream    ---------9-8|
  ///
  /// The types of a parameter pack are resolved at run time: this operator is about four times as slow as
  /// `combineLatest` of eight publishers. The publishers may be existentials.
  ///
  /// - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: `transform` runs where the tuple is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - a: The publisher of the second elements. Subscribes in order, and stops once one has failed, or has finished
  ///     without an element.
  ///   - b: The publisher of the third elements.
  ///   - c: The publisher of the fourth elements.
  ///   - d: The publisher of the fifth elements.
  ///   - e: The publisher of the sixth elements.
  ///   - f: The publisher of the seventh elements.
  ///   - g: The publisher of the eighth elements.
  ///   - h: The publisher of the ninth elements.
  ///   - others: The publishers of further elements.
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(*p*) for each tuple, where *p* is the number of publishers; O(*n*) memory, where *n* is the number
  ///   of tuples that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func combineLatest<A, B, C, D, E, F, G, H, each T, R>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>,
    _ d: any Publisher<D, Failure>, _ e: any Publisher<E, Failure>, _ f: any Publisher<F, Failure>,
    _ g: any Publisher<G, Failure>, _ h: any Publisher<H, Failure>, _ others: repeat any Publisher<each T, Failure>,
    transform: @escaping @Sendable (Output, A, B, C, D, E, F, G, H, repeat each T) -> R
  ) -> Publishers.CombineLatestPackMap<Self, R, A, B, C, D, E, F, G, H, repeat each T> {
    Publishers.CombineLatestPackMap(upstream: self, a, b, c, d, e, f, g, h, repeat each others, transform: transform)
  }
}

/// A publisher that combines the latest elements of nine or more others, and transforms each tuple.
@frozen
public struct CombineLatestPackMapPublisher<Upstream: Publisher, Output, A, B, C, D, E, F, G, H, each T>: Publisher,
  ReleasingPublisher
{
  public typealias Failure = Upstream.Failure

  /// The publisher of the first elements.
  public let upstream: Upstream

  /// The publisher of the second elements.
  public let a: any Publisher<A, Upstream.Failure>

  /// The publisher of the third elements.
  public let b: any Publisher<B, Upstream.Failure>

  /// The publisher of the fourth elements.
  public let c: any Publisher<C, Upstream.Failure>

  /// The publisher of the fifth elements.
  public let d: any Publisher<D, Upstream.Failure>

  /// The publisher of the sixth elements.
  public let e: any Publisher<E, Upstream.Failure>

  /// The publisher of the seventh elements.
  public let f: any Publisher<F, Upstream.Failure>

  /// The publisher of the eighth elements.
  public let g: any Publisher<G, Upstream.Failure>

  /// The publisher of the ninth elements.
  public let h: any Publisher<H, Upstream.Failure>

  /// The publishers of further elements.
  public let others: (repeat any Publisher<each T, Upstream.Failure>)

  /// Transforms a tuple into an element.
  public let transform: @Sendable (Upstream.Output, A, B, C, D, E, F, G, H, repeat each T) -> Output

  /// Creates a publisher that combines the latest elements of nine or more others, and transforms each tuple.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of the first elements.
  ///   - a: The publisher of the second elements.
  ///   - b: The publisher of the third elements.
  ///   - c: The publisher of the fourth elements.
  ///   - d: The publisher of the fifth elements.
  ///   - e: The publisher of the sixth elements.
  ///   - f: The publisher of the seventh elements.
  ///   - g: The publisher of the eighth elements.
  ///   - h: The publisher of the ninth elements.
  ///   - others: The publishers of further elements.
  ///   - transform: Transforms a tuple into an element.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ c: any Publisher<C, Upstream.Failure>, _ d: any Publisher<D, Upstream.Failure>,
    _ e: any Publisher<E, Upstream.Failure>, _ f: any Publisher<F, Upstream.Failure>,
    _ g: any Publisher<G, Upstream.Failure>, _ h: any Publisher<H, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>,
    transform: @escaping @Sendable (Upstream.Output, A, B, C, D, E, F, G, H, repeat each T) -> Output
  ) {
    self.upstream = upstream
    (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    self.others = (repeat each others)
    self.transform = transform
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let transform = transform
    NineElements<Upstream.Output, A, B, C, D, E, F, G, H, repeat each T>.deliver(
      of: upstream, a, b, c, d, e, f, g, h, repeat each others, combining: .latest, as: "CombineLatest",
      to: MappingInner("CombineLatest", to: subscriber) { $0.apply(transform) })
  }
}

extension PublisherNames {
  /// ``CombineLatestPackMapPublisher``, under a short name that a client's own type overrides.
  public typealias CombineLatestPackMap<Upstream: Publisher, Output, A, B, C, D, E, F, G, H, each T> =
    CombineLatestPackMapPublisher<
      Upstream, Output, A, B, C, D, E, F, G, H, repeat each T
    >
}
