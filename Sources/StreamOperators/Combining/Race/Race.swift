public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes whichever of this publisher and another signals first, and cancels the other.
  ///
  ///     upstream      ----1-2-3-|
  ///     other         --7--8---9--|
  ///     race(with: other)
  ///     downstream    --7--8---9--|
  ///
  /// - **Demand**: passed to both until one has won, and then to that one. A value wins only if it has been requested.
  /// - **Completion**: a finish without a value wins, too, and is passed on.
  /// - **Failure**: a failure wins, too, and is passed on.
  /// - **Threads**: delivers where the winner does; the other is cancelled before the winner's first signal is
  ///   delivered.
  ///
  /// - Parameter other: The other publisher. It is subscribed to after this one, and not at all if this one signals
  ///   inside its subscription.
  /// - Returns: A publisher of the elements of the winner.
  @_disfavoredOverload
  @inlinable
  public func race<Other: Publisher>(
    with other: Other
  ) -> Publishers.Race<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.Race(self, other)
  }

  /// Republishes whichever of this publisher and another signals first: ``race(with:)`` under its name in Reactive
  /// Extensions.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the elements of the winner.
  @_disfavoredOverload
  @inlinable
  public func amb<Other: Publisher>(
    _ other: Other
  ) -> Publishers.Race<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    race(with: other)
  }
}

/// A publisher that republishes whichever of two others signals first.
@frozen
public struct RacePublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Output == B.Output, A.Failure == B.Failure {
  public typealias Output = A.Output
  public typealias Failure = A.Failure

  /// The publisher that is subscribed to first.
  public let a: A

  /// The publisher that is subscribed to second.
  public let b: B

  /// Creates a publisher that republishes whichever of two others signals first.
  ///
  /// - Parameters:
  ///   - a: The publisher that is subscribed to first.
  ///   - b: The publisher that is subscribed to second.
  @inlinable
  public init(_ a: A, _ b: B) {
    self.a = a
    self.b = b
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let race = RaceSubscription("Race", of: 2)
    subscriber.receive(subscription: race)
    race.add(a, as: 0, to: subscriber)
    race.add(b, as: 1, to: subscriber)
  }
}

extension PublisherNames {
  /// ``RacePublisher``, under a short name that a client's own type overrides.
  public typealias Race<A: Publisher, B: Publisher> = RacePublisher<A, B>
  where A.Output == B.Output, A.Failure == B.Failure
}

extension RacePublisher: Sendable where A: Sendable, B: Sendable {}

extension RacePublisher: Equatable where A: Equatable, B: Equatable {}
