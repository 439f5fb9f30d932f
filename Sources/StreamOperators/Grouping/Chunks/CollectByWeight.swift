public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Collects elements into batches that weigh at most an amount.
  ///
  ///     upstream      --3--3--3--9   --2--|
  ///     collect(weight: { $0 }, maxWeight: 8)
  ///     downstream    --------A--(BC)-----(D|)
  ///     A = [3, 3], B = [3], C = [9], D = [2]
  ///
  /// A batch is delivered when it weighs `maxWeight`, or when an element arrives that does not fit into it and opens
  /// the next one. An element that weighs more than `maxWeight` is a batch of its own.
  ///
  /// - **Demand**: one element at a time is requested from upstream while downstream waits for a batch. Only the
  ///   element that opens the next batch is requested ahead, and it is kept.
  /// - **Completion**: passed on after the elements that remain, which wait for demand.
  /// - **Failure**: passed on immediately; elements that have not been delivered are dropped.
  /// - **Threads**: delivers where upstream does, or where downstream requests a batch that waits; the closure runs
  ///   where upstream delivers.
  ///
  /// - Parameters:
  ///   - weight: Returns the weight of an element, such as its size in bytes. It is called once for each. An element
  ///     that weighs zero always fits; a negative weight traps.
  ///   - maxWeight: The greatest weight of a batch: one or more. Anything else traps.
  /// - Returns: A publisher of arrays, none of which is empty.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements in a batch, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func collect(
    weight: @escaping @Sendable (Output) -> Int, maxWeight: Int
  ) -> Publishers.CollectByWeight<Self> {
    Publishers.CollectByWeight(upstream: self, weight: weight, maxWeight: maxWeight)
  }
}

/// A publisher that collects the elements of another into batches that weigh at most an amount.
@frozen
public struct CollectByWeightPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// Successive elements of upstream.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest weight of a batch.
  public let maxWeight: Int

  /// Returns the weight of an element.
  public let weight: @Sendable (Upstream.Output) -> Int

  /// Creates a publisher that collects the elements of another into batches that weigh at most an amount.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - weight: Returns the weight of an element; not negative.
  ///   - maxWeight: The greatest weight of a batch: one or more. Anything else traps.
  @inlinable @preconcurrency
  public init(upstream: Upstream, weight: @escaping @Sendable (Upstream.Output) -> Int, maxWeight: Int) {
    precondition(maxWeight > 0, "The greatest weight of a batch must be one or more: \(maxWeight) (rule 9).")
    (self.upstream, self.maxWeight, self.weight) = (upstream, maxWeight, weight)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      WeightBatchesInner<Upstream.Output, S, ImmediateScheduler>(
        "CollectByWeight", maxWeight: maxWeight, weight: weight, orAfter: nil, on: nil, to: subscriber))
  }
}

extension PublisherNames {
  /// ``CollectByWeightPublisher``, under a short name that a client's own type overrides.
  public typealias CollectByWeight<Upstream: Publisher> = CollectByWeightPublisher<Upstream>
}

extension CollectByWeightPublisher: Sendable where Upstream: Sendable {}
