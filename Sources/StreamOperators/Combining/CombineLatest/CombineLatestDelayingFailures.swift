public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and another, whenever either delivers one, and goes on after a
  /// failure as long as pairs can follow.
  ///
  ///     upstream      -1-2-#
  ///     other         ----a----b---|
  ///     combineLatestDelayingFailures(other)
  ///     downstream    ----A----B---#
  ///     A = (2, "a"), B = (2, "b")
  ///
  /// - **Demand**: passed to both; of the pairs that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when both have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: a publisher that fails counts as finished: its latest element is combined with those of the other.
  ///   When the stream would finish, and what is buffered has been delivered, it fails with all failures, in the order
  ///   in which they arrived. Those that wait when downstream cancels are reported to `FailureHook`. A failure without
  ///   an element cancels the other publisher, since no pair can follow.
  /// - **Threads**: a pair is delivered where its newest element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier pair; deliveries never overlap.
  ///
  /// - Parameter other: The publisher of the second elements.
  /// - Returns: A publisher of pairs, the first once both have delivered an element, which fails with all failures.
  /// - Complexity: O(1) for each pair; O(*n*) memory, where *n* is the number of pairs that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  public func combineLatestDelayingFailures<Other: Publisher>(
    _ other: Other
  ) -> Publishers.CombineLatestDelayingFailures<Self, Other> where Other.Failure == Failure {
    Publishers.CombineLatestDelayingFailures(self, other)
  }
}

/// A publisher that combines the latest elements of two others, and goes on after a failure as long as pairs can
/// follow.
@frozen
public struct CombineLatestDelayingFailuresPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Failure == B.Failure {
  /// The latest element of each.
  public typealias Output = (A.Output, B.Output)
  /// All failures.
  public typealias Failure = MergedFailures<A.Failure>

  /// The publisher of the first elements.
  public let a: A

  /// The publisher of the second elements.
  public let b: B

  /// Creates a publisher that combines the latest elements of two others, and goes on after a failure.
  ///
  /// - Parameters:
  ///   - a: The publisher of the first elements.
  ///   - b: The publisher of the second elements.
  @inlinable
  public init(_ a: A, _ b: B) {
    self.a = a
    self.b = b
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let name = "CombineLatestDelayingFailures"
    Publishers.CombineLatest(DelayedFailuresUpstream(a, of: name), DelayedFailuresUpstream(b, of: name))
      .combine(as: name, delaying: DelayedFailures(), to: subscriber)
  }
}

extension PublisherNames {
  /// ``CombineLatestDelayingFailuresPublisher``, under a short name that a client's own type overrides.
  public typealias CombineLatestDelayingFailures<A: Publisher, B: Publisher> =
    CombineLatestDelayingFailuresPublisher<A, B>
  where A.Failure == B.Failure
}

extension CombineLatestDelayingFailuresPublisher: Sendable where A: Sendable, B: Sendable {}

extension CombineLatestDelayingFailuresPublisher: Equatable where A: Equatable, B: Equatable {}
