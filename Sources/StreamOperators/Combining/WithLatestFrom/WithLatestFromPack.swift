public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines each element with the latest elements of two or more other publishers.
  ///
  ///     upstream      -1--2----3-|
  ///     a             --4----5---|
  ///     b             ---6-------|
  ///     withLatestFrom(a, b)
  ///     downstream    ----A----B-|
  ///     A = (2, 4, 6), B = (3, 5, 6)
  ///
  /// - **Demand**: passed upstream, with one more for each element that is skipped because not all others have
  ///   delivered one yet. Unlimited demand is requested from the others, and the newest element of each is kept.
  /// - **Completion**: finishes when upstream does, and cancels the others; also when one of them finishes without an
  ///   element.
  /// - **Failure**: the first failure of any cancels the others and is passed on.
  /// - **Threads**: delivers where upstream does; an element of another that arrives during a delivery, on any thread,
  ///   is seen by the next element.
  ///
  /// - Parameters:
  ///   - a: The publisher of the second elements. Subscribes to the others in order, before upstream, and stops once
  ///     one has failed, or has finished without an element.
  ///   - b: The publisher of the third elements.
  ///   - others: The publishers of further elements.
  /// - Returns: A publisher of tuples.
  @_disfavoredOverload
  @inlinable
  public func withLatestFrom<A, B, each T>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ others: repeat any Publisher<each T, Failure>
  ) -> Publishers.WithLatestFromPack<Self, A, B, repeat each T> {
    Publishers.WithLatestFromPack(upstream: self, a, b, repeat each others)
  }
}

/// A publisher that combines each element of one publisher with the latest of two or more others.
@frozen
public struct WithLatestFromPackPublisher<Upstream: Publisher, A, B, each T>: Publisher, ReleasingPublisher {
  /// An element of upstream, and the latest of each other.
  public typealias Output = (Upstream.Output, A, B, repeat each T)
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are combined with the latest elements of the others.
  public let upstream: Upstream

  /// The publisher of the second elements.
  public let a: any Publisher<A, Upstream.Failure>

  /// The publisher of the third elements.
  public let b: any Publisher<B, Upstream.Failure>

  /// The publishers of further elements.
  public let others: (repeat any Publisher<each T, Upstream.Failure>)

  /// Creates a publisher that combines each element of one publisher with the latest of two or more others.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are combined with the latest elements of the others.
  ///   - a: The publisher of the second elements.
  ///   - b: The publisher of the third elements.
  ///   - others: The publishers of further elements.
  @inlinable
  public init(
    upstream: Upstream, _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>
  ) {
    self.upstream = upstream
    self.a = a
    self.b = b
    self.others = (repeat each others)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    LatestElements<Upstream.Output, A, B, repeat each T>.deliver(
      of: upstream, a, b, repeat each others,
      to: MappingInner("WithLatestFrom", to: subscriber) { ($0.input, $0.a, $0.b, repeat each $0.others) })
  }
}

extension PublisherNames {
  /// ``WithLatestFromPackPublisher``, under a short name that a client's own type overrides.
  public typealias WithLatestFromPack<Upstream: Publisher, A, B, each T> =
    WithLatestFromPackPublisher<Upstream, A, B, repeat each T>
}
