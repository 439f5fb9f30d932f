public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Republishes whichever publisher of the collection signals first, and cancels the others.
  ///
  ///     a             -----1-2-|
  ///     b             ---3---4---|
  ///     c             ----5-#
  ///     [a, b, c].race()
  ///     downstream    ---3---4---|
  ///
  /// - **Demand**: passed to all until one has won, and then to that one. A value wins only if it has been requested.
  /// - **Completion**: a finish without a value wins, too, and is passed on. An empty collection finishes at once.
  /// - **Failure**: a failure wins, too, and is passed on.
  /// - **Threads**: delivers where the winner does; the others are cancelled before the winner's first signal is
  ///   delivered.
  ///
  /// - Returns: A publisher of the elements of the winner. The publishers are subscribed to in the order of the
  ///   collection, up to the first that signals inside its subscription.
  /// - Complexity: O(*n*) for the subscription and O(1) for each element, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func race() -> Publishers.RaceMany<Element> {
    Publishers.RaceMany(self)
  }

  /// Republishes whichever publisher of the collection signals first: ``race()`` under its name in Reactive Extensions.
  ///
  /// - Returns: A publisher of the elements of the winner.
  @_disfavoredOverload
  @inlinable
  public func amb() -> Publishers.RaceMany<Element> {
    race()
  }
}

/// A publisher that republishes whichever of any number of others, all of one type, signals first.
@frozen
public struct RaceManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publishers, in the order in which they are subscribed to.
  public let publishers: [Upstream]

  /// Creates a publisher that republishes whichever of others signals first.
  ///
  /// - Parameter publishers: The publishers, in the order in which they are subscribed to.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>) {
    self.publishers = Array(publishers)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard !publishers.isEmpty else { return subscriber.end(with: .finished) }
    let race = RaceSubscription("Race", of: publishers.count)
    subscriber.receive(subscription: race)
    for (racer, publisher) in publishers.enumerated() { race.add(publisher, as: racer, to: subscriber) }
  }
}

extension PublisherNames {
  /// ``RaceManyPublisher``, under a short name that a client's own type overrides.
  public typealias RaceMany<Upstream: Publisher> = RaceManyPublisher<Upstream>
}

extension RaceManyPublisher: Sendable where Upstream: Sendable {}

extension RaceManyPublisher: Equatable where Upstream: Equatable {}
