public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Delivers the last element of each publisher of the collection, when all have finished.
  ///
  ///     a             -1-2--|
  ///     b             --3----4---|
  ///     c             -5------|
  ///     [a, b, c].forkJoin()
  ///     downstream    -----------(A|)
  ///     A = [2, 4, 5]
  ///
  /// - **Demand**: requests unlimited demand from all publishers, and keeps the last element of each; the result waits
  ///   for demand.
  /// - **Completion**: finishes after the result. If a publisher finishes without an element, the stream finishes at
  ///   once, and the others are cancelled. An empty collection finishes at once, without a result.
  /// - **Failure**: the first failure cancels the others, drops what is kept and is passed on.
  /// - **Threads**: the result is delivered where the last publisher finishes, or where downstream requests it.
  ///
  /// - Returns: A publisher of one array, in the order of the collection. Subscribes in that order, and stops once one
  ///   has failed, or has finished without an element.
  /// - Complexity: O(*n*) for the subscription and for the result, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func forkJoin() -> Publishers.ForkJoinMany<Element> {
    Publishers.ForkJoinMany(self)
  }
}

/// A publisher of the last elements of any number of others, all of one type.
@frozen
public struct ForkJoinManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The last element of each.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publishers of the elements, in the order in which they are subscribed to.
  public let publishers: [Upstream]

  /// Creates a publisher of the last elements of others.
  ///
  /// - Parameter publishers: The publishers of the elements, in the order in which they are subscribed to.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>) {
    self.publishers = Array(publishers)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SidesDelivery<S>.latest(publishers, as: "ForkJoin", emptySentinel: nil, to: subscriber) {
      delivery, side, publisher in
      delivery.subscribe(side.lastOnly(), to: publisher)
    }
  }
}

extension PublisherNames {
  /// ``ForkJoinManyPublisher``, under a short name that a client's own type overrides.
  public typealias ForkJoinMany<Upstream: Publisher> = ForkJoinManyPublisher<Upstream>
}

extension ForkJoinManyPublisher: Sendable where Upstream: Sendable {}

extension ForkJoinManyPublisher: Equatable where Upstream: Equatable {}
