public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Collects elements into batches that cost at most an amount.
  ///
  ///     upstream      --3--3--3--9   --2--|
  ///     collect(maxCost: 8, cost: { $0 })
  ///     downstream    --------A--(BC)-----(D|)
  ///     A = [3, 3], B = [3], C = [9], D = [2]
  ///
  /// A batch is delivered when it costs `maxCost`, or when an element arrives that does not fit into it and opens the
  /// next one. An element that costs more than `maxCost` is a batch of its own.
  ///
  /// - **Demand**: one element at a time is requested from upstream while downstream waits for a batch. Only the
  ///   element that opens the next batch is requested ahead, and it is kept.
  /// - **Completion**: passed on after the elements that remain, which wait for demand.
  /// - **Failure**: passed on immediately; elements that have not been delivered are dropped.
  /// - **Threads**: delivers where upstream does, or where downstream requests a batch that waits; the closure runs
  ///   where upstream delivers.
  ///
  /// - Parameters:
  ///   - maxCost: The greatest cost of a batch: one or more. Anything else traps.
  ///   - cost: Returns the cost of an element, such as its size in bytes. It is called once for each. An element that
  ///     costs zero always fits; a negative cost traps.
  /// - Returns: A publisher of arrays, none of which is empty.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements in a batch, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func collect(
    maxCost: Int, cost: @escaping @Sendable (Output) -> Int
  ) -> Publishers.CollectMaxCost<Self> {
    Publishers.CollectMaxCost(upstream: self, maxCost: maxCost, cost: cost)
  }
}

/// A publisher that collects the elements of another into batches that cost at most an amount.
@frozen
public struct CollectMaxCostPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Successive elements of upstream.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest cost of a batch.
  public let maxCost: Int

  /// Returns the cost of an element.
  public let cost: @Sendable (Upstream.Output) -> Int

  /// Creates a publisher that collects the elements of another into batches that cost at most an amount.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - maxCost: The greatest cost of a batch: one or more. Anything else traps.
  ///   - cost: Returns the cost of an element; not negative.
  @inlinable @preconcurrency
  public init(upstream: Upstream, maxCost: Int, cost: @escaping @Sendable (Upstream.Output) -> Int) {
    precondition(maxCost > 0, "The greatest cost of a batch must be one or more: \(maxCost) (rule 9).")
    (self.upstream, self.maxCost, self.cost) = (upstream, maxCost, cost)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      CostBatchesInner<Upstream.Output, S, ImmediateScheduler>(
        "CollectMaxCost", maxCost: maxCost, cost: cost, orAfter: nil, on: nil, to: subscriber))
  }
}

extension PublisherNames {
  /// ``CollectMaxCostPublisher``, under a short name that a client's own type overrides.
  public typealias CollectMaxCost<Upstream: Publisher> = CollectMaxCostPublisher<Upstream>
}

extension CollectMaxCostPublisher: Sendable where Upstream: Sendable {}
