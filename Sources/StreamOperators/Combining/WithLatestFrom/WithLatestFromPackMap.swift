public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element together with the latest elements of two or more other publishers.
  ///
  ///     upstream      -1--2----3-|
  ///     a             --1----2---|
  ///     b             ---4-------|
  ///     withLatestFrom(a, b) { $0 + $1 + $2 }
  ///     downstream    ----7----9-|
  ///
  /// - **Demand**: passed upstream, with one more for each element that is skipped because not all others have
  ///   delivered one yet. Unlimited demand is requested from the others, and the newest element of each is kept.
  /// - **Completion**: finishes when upstream does, and cancels the others; also when one of them finishes without an
  ///   element.
  /// - **Failure**: the first failure of any cancels the others and is passed on.
  /// - **Threads**: `resultSelector` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - a: The publisher of the second elements. Subscribes to the others in order, before upstream, and stops once
  ///     one has failed, or has finished without an element.
  ///   - b: The publisher of the third elements.
  ///   - others: The publishers of further elements.
  ///   - resultSelector: Combines an element of each.
  /// - Returns: A publisher of the results of `resultSelector`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withLatestFrom<A, B, each T, R>(
    _ a: any Publisher<A, Failure>, _ b: any Publisher<B, Failure>, _ others: repeat any Publisher<each T, Failure>,
    resultSelector: @escaping @Sendable (Output, A, B, repeat each T) -> R
  ) -> Publishers.WithLatestFromPackMap<Self, R, A, B, repeat each T> {
    Publishers.WithLatestFromPackMap(
      upstream: self, a, b, repeat each others, resultSelector: resultSelector)
  }
}

/// A publisher that transforms each element of one publisher together with the latest of two or more others.
@frozen
public struct WithLatestFromPackMapPublisher<Upstream: Publisher, Output, A, B, each T>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are combined with the latest elements of the others.
  public let upstream: Upstream

  /// The publisher of the second elements.
  public let a: any Publisher<A, Upstream.Failure>

  /// The publisher of the third elements.
  public let b: any Publisher<B, Upstream.Failure>

  /// The publishers of further elements.
  public let others: (repeat any Publisher<each T, Upstream.Failure>)

  /// Combines an element of each.
  public let resultSelector: @Sendable (Upstream.Output, A, B, repeat each T) -> Output

  /// Creates a publisher that transforms each element of one publisher together with the latest of two or more others.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are combined with the latest elements of the others.
  ///   - a: The publisher of the second elements.
  ///   - b: The publisher of the third elements.
  ///   - others: The publishers of further elements.
  ///   - resultSelector: Combines an element of each.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, _ a: any Publisher<A, Upstream.Failure>, _ b: any Publisher<B, Upstream.Failure>,
    _ others: repeat any Publisher<each T, Upstream.Failure>,
    resultSelector: @escaping @Sendable (Upstream.Output, A, B, repeat each T) -> Output
  ) {
    self.upstream = upstream
    self.a = a
    self.b = b
    self.others = (repeat each others)
    self.resultSelector = resultSelector
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let resultSelector = resultSelector
    LatestElements<Upstream.Output, A, B, repeat each T>.deliver(
      of: upstream, a, b, repeat each others,
      to: MappingInner("WithLatestFrom", to: subscriber) { $0.combined(by: resultSelector) })
  }
}

extension PublisherNames {
  /// ``WithLatestFromPackMapPublisher``, under a short name that a client's own type overrides.
  public typealias WithLatestFromPackMap<Upstream: Publisher, Output, A, B, each T> =
    WithLatestFromPackMapPublisher<Upstream, Output, A, B, repeat each T>
}
