public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the one before it, and the first with a given one.
  ///
  ///     upstream      --1--2--3--4--|
  ///     pairwise(startingWith: 0)
  ///     downstream    --A--B--C--D--|
  ///     A = (previous: 0, current: 1), B = (previous: 1, current: 2), C = (previous: 2, current: 3),
  ///     D = (previous: 3, current: 4)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter initial: What the first element of each subscription is paired with.
  /// - Returns: A publisher of pairs of successive elements.
  @_disfavoredOverload
  @inlinable
  public func pairwise(startingWith initial: Output) -> Publishers.PairwiseFrom<Self> {
    Publishers.PairwiseFrom(upstream: self, initial: initial)
  }
}

/// A publisher that pairs each element of another with the one before it, and the first with a given one.
@frozen
public struct PairwiseFromPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Two successive elements.
  public typealias Output = (previous: Upstream.Output, current: Upstream.Output)
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are paired.
  public let upstream: Upstream

  /// What the first element is paired with.
  public let initial: Upstream.Output

  @inlinable
  public init(upstream: Upstream, initial: Upstream.Output) {
    self.upstream = upstream
    self.initial = initial
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let last = SerialState(initial)
    upstream.subscribe(
      StatefulInner("PairwiseFrom", to: subscriber) { current in
        let previous = last.value
        last.value = current
        return (previous, current)
      })
  }
}

extension PublisherNames {
  /// ``PairwiseFromPublisher``, under a short name that a client's own type overrides.
  public typealias PairwiseFrom<Upstream: Publisher> = PairwiseFromPublisher<Upstream>
}

extension PairwiseFromPublisher: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension PairwiseFromPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
