public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of another, as they arrive, and fails only when both have ended.
  ///
  ///     upstream      -1---2-#
  ///     other         ---7---8---9|
  ///     mergeDelayingFailures(with: other)
  ///     downstream    -1-7-2-8---9#
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when both have finished.
  /// - **Failure**: a failure neither cancels the other publisher nor drops an element. When both have ended, and what
  ///   is buffered has been delivered, the stream fails with all failures, in the order in which they arrived. Those
  ///   that wait when downstream cancels are reported to `FailureHook`.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the merged elements, whose failure has all failures.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @_disfavoredOverload
  @inlinable
  public func mergeDelayingFailures<Other: Publisher>(
    with other: Other
  ) -> Publishers.MergeDelayingFailures<Self, Other>
  where
    Other.Output == Output,
    Other.Failure == Failure
  {
    Publishers.MergeDelayingFailures(self, other)
  }
}

/// A publisher that republishes the elements of two others, as they arrive, and fails only when both have ended.
@frozen
public struct MergeDelayingFailuresPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where
  A.Output == B.Output,
  A.Failure == B.Failure
{
  public typealias Output = A.Output
  /// All failures.
  public typealias Failure = MergedFailures<A.Failure>

  /// The first publisher.
  public let a: A

  /// The second publisher.
  public let b: B

  /// Creates a publisher that republishes the elements of two others, and fails only when both have ended.
  ///
  /// - Parameters:
  ///   - a: The first publisher.
  ///   - b: The second publisher.
  @inlinable
  public init(_ a: A, _ b: B) {
    self.a = a
    self.b = b
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let name = "MergeDelayingFailures"
    MergeDelivery<S>.merge(as: name, delaying: DelayedFailures(), to: subscriber) { delivery in
      delivery.add(DelayedFailuresUpstream(a, of: name))
      delivery.add(DelayedFailuresUpstream(b, of: name))
    }
  }
}

extension PublisherNames {
  /// ``MergeDelayingFailuresPublisher``, under a short name that a client's own type overrides.
  public typealias MergeDelayingFailures<A: Publisher, B: Publisher> = MergeDelayingFailuresPublisher<A, B>
  where A.Output == B.Output, A.Failure == B.Failure
}

extension MergeDelayingFailuresPublisher: Sendable where A: Sendable, B: Sendable {}

extension MergeDelayingFailuresPublisher: Equatable where A: Equatable, B: Equatable {}
