public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines each element with the elements at the same position of eight or more other publishers.
  ///
  ///     upstream      -1---------9|
  ///     a             --2--------8|
  ///     b             ---3-------7|
  ///     c             ----4------6|
  ///     d             -----5-----5|
  ///     e             ------6----4|
  ///     f             -------7---3|
  ///     g             --------8--2|
  ///     h             ---------9-1|
  ///     zip(a, b, c, d, e, f, g, h)
  ///     downstream    ---------A-B|
  ///     A = (1, 2, 3, 4, 5, 6, 7, 8, 9), B = (9, 8, 7, 6, 5, 4, 3, 2, 1)
  ///
  /// The types of a parameter pack are resolved at run time: this operator is about twice as slow as `zip` of eight
  /// publishers. The publishers may be existentials.
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: a tuple is delivered where its last element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier tuple; deliveries never overlap.
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
  /// - Returns: A publisher of tuples.
  /// - Complexity: O(*p*) for each tuple, where *p* is the number of publishers; O(*n*) memory, where *n* is the number
  ///   of elements that wait for their partners.
  @_disfavoredOverload
  @inlinable
  public func zip<A, B, C, D, E, F, G, H, each T>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ c: any Publisher<C, Failure>,
    _ d: any Publisher<D, Failure>, _ e: any Publisher<E, Failure>, _ f: any Publisher<F, Failure>,
    _ g: any Publisher<G, Failure>, _ h: any Publisher<H, Failure>, _ others: repeat any Publisher<each T, Failure>
  ) -> Publishers.ZipPack<Self, A, B, C, D, E, F, G, H, repeat each T> {
    Publishers.ZipPack(upstream: self, a, b, c, d, e, f, g, h, repeat each others)
  }
}

/// A publisher that combines the elements of nine or more others by their position.
@frozen
public struct ZipPackPublisher<Upstream: Publisher, A, B, C, D, E, F, G, H, each T>: Publisher, ReleasingPublisher {
  /// An element of each.
  public typealias Output = (Upstream.Output, A, B, C, D, E, F, G, H, repeat each T)
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

  /// Creates a publisher that combines the elements of nine or more others by their position.
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
  @inlinable
  public init(
    upstream: Upstream, _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ c: any Publisher<C, Upstream.Failure>, _ d: any Publisher<D, Upstream.Failure>,
    _ e: any Publisher<E, Upstream.Failure>, _ f: any Publisher<F, Upstream.Failure>,
    _ g: any Publisher<G, Upstream.Failure>, _ h: any Publisher<H, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>
  ) {
    self.upstream = upstream
    (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    self.others = (repeat each others)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    NineElements<Upstream.Output, A, B, C, D, E, F, G, H, repeat each T>.deliver(
      of: upstream, a, b, c, d, e, f, g, h, repeat each others, combining: .byPosition, as: "Zip",
      to: NineElementsInner("Zip", to: subscriber))
  }
}

extension PublisherNames {
  /// ``ZipPackPublisher``, under a short name that a client's own type overrides.
  public typealias ZipPack<Upstream: Publisher, A, B, C, D, E, F, G, H, each T> = ZipPackPublisher<
    Upstream, A, B, C, D, E, F, G, H, repeat each T
  >
}
