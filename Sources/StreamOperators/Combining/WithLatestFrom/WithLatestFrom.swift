public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the latest element of another publisher.
  ///
  ///     upstream      -1--2---3-4|
  ///     other         ---a--b----|
  ///     withLatestFrom(other)
  ///     downstream    ----A---B-C|
  ///     A = (2, "a"), B = (3, "b"), C = (4, "b")
  ///
  /// - **Demand**: passed upstream, with one more for each element that is skipped because `other` has not delivered
  ///   one yet. Unlimited demand is requested from `other`, and its newest element is kept.
  /// - **Completion**: finishes when upstream does, and cancels `other`; also when `other` finishes without an element.
  ///   If it finishes later, its last element stays in use.
  /// - **Failure**: the first failure of either cancels the other and is passed on.
  /// - **Threads**: a pair is delivered where upstream delivers; an element of `other` that arrives during a delivery,
  ///   on any thread, is seen by the next element.
  ///
  /// - Parameter other: The publisher of the second elements. It is subscribed to before upstream.
  /// - Returns: A publisher of pairs.
  @_disfavoredOverload
  @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P, (Output, P.Output)> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other) { ($0, $1) }
  }

  /// Combines each element with the latest element of another publisher.
  ///
  ///     upstream      -1--2---3-4|
  ///     other         ---5--6----|
  ///     withLatestFrom(other) { $0 + $1 }
  ///     downstream    ----7---9-A|
  ///     A = 10
  ///
  /// - **Demand**: passed upstream, with one more for each element that is skipped because `other` has not delivered
  ///   one yet. Unlimited demand is requested from `other`, and its newest element is kept.
  /// - **Completion**: finishes when upstream does, and cancels `other`; also when `other` finishes without an element.
  /// - **Failure**: the first failure of either cancels the other and is passed on.
  /// - **Threads**: `resultSelector` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements. It is subscribed to before upstream.
  ///   - resultSelector: Combines two elements.
  /// - Returns: A publisher of the results of `resultSelector`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withLatestFrom<P: Publisher, R>(
    _ other: P, resultSelector: @escaping @Sendable (Output, P.Output) -> R
  ) -> Publishers.WithLatestFrom<Self, P, R> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other, resultSelector: resultSelector)
  }

  /// Pairs each element with the latest element of another publisher: ``withLatestFrom(_:)`` under its name in Entwine.
  ///
  /// - Parameter other: The publisher of the second elements. It is subscribed to before upstream.
  /// - Returns: A publisher of pairs.
  @_disfavoredOverload
  @inlinable
  public func withLatest<P: Publisher>(
    from other: P
  ) -> Publishers.WithLatestFrom<Self, P, (Output, P.Output)> where P.Failure == Failure {
    withLatestFrom(other)
  }

  /// Combines each element with the latest element of another publisher: ``withLatestFrom(_:resultSelector:)`` under
  /// its name in Entwine.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements. It is subscribed to before upstream.
  ///   - transform: Combines two elements.
  /// - Returns: A publisher of the results of `transform`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withLatest<P: Publisher, R>(
    from other: P, transform: @escaping @Sendable (Output, P.Output) -> R
  ) -> Publishers.WithLatestFrom<Self, P, R> where P.Failure == Failure {
    withLatestFrom(other, resultSelector: transform)
  }
}

/// A publisher that combines each element of one publisher with the latest of another.
@frozen
public struct WithLatestFromPublisher<Upstream: Publisher, Other: Publisher, Output>: Publisher, ReleasingPublisher
where Upstream.Failure == Other.Failure {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are combined with the latest element of the other.
  public let upstream: Upstream

  /// The publisher whose latest element is used.
  public let other: Other

  /// Combines two elements.
  public let resultSelector: @Sendable (Upstream.Output, Other.Output) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, other: Other, resultSelector: @escaping @Sendable (Upstream.Output, Other.Output) -> Output
  ) {
    self.upstream = upstream
    self.other = other
    self.resultSelector = resultSelector
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let resultSelector = resultSelector
    // The closure of a client runs behind the delivery, outside its lock.
    let selecting = MappingInner<(Upstream.Output, Other.Output), S>("WithLatestFrom", to: subscriber) {
      resultSelector($0.0, $0.1)
    }
    let delivery = LatestDelivery<MappingInner<(Upstream.Output, Other.Output), S>>(
      "WithLatestFrom", LatestPolicy(), to: selecting)
    let latest = LatestInner<Other.Output, MappingInner<(Upstream.Output, Other.Output), S>>(0, of: delivery)
    delivery.begin([latest])
    delivery.subscribe(latest, to: other)
    delivery.subscribe(WithLatestInner(delivery: delivery) { ($0, latest.latest()) }, to: upstream)
  }
}

extension PublisherNames {
  /// ``WithLatestFromPublisher``, under a short name that a client's own type overrides.
  public typealias WithLatestFrom<Upstream: Publisher, Other: Publisher, Output> =
    WithLatestFromPublisher<Upstream, Other, Output>
  where Upstream.Failure == Other.Failure
}

extension WithLatestFromPublisher: Sendable where Upstream: Sendable, Other: Sendable {}
