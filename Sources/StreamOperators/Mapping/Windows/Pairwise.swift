public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the one before it.
  ///
  ///     upstream      --1--2--3--4--|
  ///     pairwise()
  ///     downstream    -----A--B--C--|
  ///     A = (previous: 1, current: 2), B = (previous: 2, current: 3), C = (previous: 3, current: 4)
  ///
  /// - **Demand**: passed upstream, with one more for the first element, which is not delivered.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of pairs of successive elements.
  @_disfavoredOverload
  @inlinable
  public func pairwise() -> Publishers.Pairwise<Self> {
    Publishers.Pairwise(upstream: self)
  }
}

/// A publisher that pairs each element of another with the one before it.
@frozen
public struct PairwisePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Two successive elements.
  public typealias Output = (previous: Upstream.Output, current: Upstream.Output)
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are paired.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let last = SerialState<Upstream.Output?>(nil)
    upstream.subscribe(
      StatefulInner("Pairwise", to: subscriber) { current in
        let previous = last.value
        last.value = current
        return previous.map { ($0, current) }
      })
  }
}

extension PublisherNames {
  /// ``PairwisePublisher``, under a short name that a client's own type overrides.
  public typealias Pairwise<Upstream: Publisher> = PairwisePublisher<Upstream>
}

extension PairwisePublisher: Equatable where Upstream: Equatable {}

extension PairwisePublisher: Sendable where Upstream: Sendable {}
