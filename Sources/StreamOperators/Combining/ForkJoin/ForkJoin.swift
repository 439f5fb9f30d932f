public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the last element of this publisher and of others, when all have finished.
  ///
  ///     upstream      -1-2--|
  ///     other         --a----b---|
  ///     forkJoin(other)
  ///     downstream    -----------(A|)
  ///     A = (2, "b")
  ///
  /// - **Demand**: requests unlimited demand from all publishers, and keeps the last element of each; the result waits
  ///   for demand.
  /// - **Completion**: finishes after the result. If a publisher finishes without an element, the stream finishes at
  ///   once, and the others are cancelled.
  /// - **Failure**: the first failure cancels the others, drops what is kept and is passed on.
  /// - **Threads**: the result is delivered where the last publisher finishes, or where downstream requests it.
  ///
  /// - Parameter others: The publishers of the other elements. Subscribes to them in order, after this one, and stops
  ///   once one has failed, or has finished without an element.
  /// - Returns: A publisher of one tuple, in the order of the publishers.
  /// - Complexity: O(*n*) for the subscription and for the result, where *n* is the number of publishers; O(1) for each
  ///   element.
  @_disfavoredOverload
  @inlinable
  public func forkJoin<each T>(
    _ others: repeat any Publisher<each T, Failure>
  ) -> Publishers.ForkJoin<Self, repeat each T> {
    Publishers.ForkJoin(upstream: self, repeat each others)
  }
}

/// A publisher of the last element of each of several others.
@frozen
public struct ForkJoinPublisher<Upstream: Publisher, each T>: Publisher, ReleasingPublisher {
  /// The last element of each.
  public typealias Output = (Upstream.Output, repeat each T)
  public typealias Failure = Upstream.Failure

  /// The publisher of the first element.
  public let upstream: Upstream

  /// The publishers of the other elements.
  public let others: (repeat any Publisher<each T, Upstream.Failure>)

  @inlinable
  public init(upstream: Upstream, _ others: repeat any Publisher<each T, Upstream.Failure>) {
    self.upstream = upstream
    self.others = (repeat each others)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    PackElements<Upstream.Output, repeat each T>.deliverLast(
      of: upstream, repeat each others, as: "ForkJoin",
      to: MappingInner("ForkJoin", to: subscriber) { $0.tuple })
  }
}

extension PublisherNames {
  /// ``ForkJoinPublisher``, under a short name that a client's own type overrides.
  public typealias ForkJoin<Upstream: Publisher, each T> = ForkJoinPublisher<Upstream, repeat each T>
}
