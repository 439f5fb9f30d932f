public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Republishes the elements of all publishers of the collection, as they arrive, and fails only when all have ended.
  ///
  ///     a             -1----2---|
  ///     b             ---3----#
  ///     c             --5----6---7-|
  ///     [a, b, c].mergeDelayingFailures()
  ///     downstream    -153--26---7-#
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when all have finished; at once for an empty collection.
  /// - **Failure**: a failure neither cancels the other publishers nor drops an element. When all have ended, and what
  ///   is buffered has been delivered, the stream fails with all failures, in the order in which they arrived. Those
  ///   that wait when downstream cancels are reported to `FailureHook`.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Returns: A publisher of the elements of all, whose failure has all failures. The publishers are subscribed to in
  ///   the order of the collection.
  /// - Complexity: O(*n*) for the subscription and O(1) for each element, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func mergeDelayingFailures() -> Publishers.MergeManyDelayingFailures<Element> {
    Publishers.MergeManyDelayingFailures(self)
  }
}

/// A publisher that republishes the elements of any number of others, all of one type, as they arrive, and fails only
/// when all have ended.
@frozen
public struct MergeManyDelayingFailuresPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  /// All failures.
  public typealias Failure = MergedFailures<Upstream.Failure>

  /// The publishers whose elements are republished.
  public let publishers: [Upstream]

  /// Creates a publisher that republishes the elements of others, and fails only when all have ended.
  ///
  /// - Parameter publishers: The publishers, in the order in which they are subscribed to.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>) {
    self.publishers = Array(publishers)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let name = "MergeDelayingFailures"
    MergeDelivery<S>.merge(as: name, delaying: DelayedFailures(), to: subscriber) { delivery in
      for publisher in publishers { delivery.add(DelayedFailuresUpstream(publisher, of: name)) }
    }
  }
}

extension PublisherNames {
  /// ``MergeManyDelayingFailuresPublisher``, under a short name that a client's own type overrides.
  public typealias MergeManyDelayingFailures<Upstream: Publisher> = MergeManyDelayingFailuresPublisher<Upstream>
}

extension MergeManyDelayingFailuresPublisher: Sendable where Upstream: Sendable {}

extension MergeManyDelayingFailuresPublisher: Equatable where Upstream: Equatable {}
