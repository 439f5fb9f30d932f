public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Collects elements into batches that weigh at most an amount and wait at most for an interval.
  ///
  ///     upstream      -3-3-3----9---2------|
  ///     collect(weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: scheduler)
  ///     downstream    -----A---BC-------D--|
  ///     A = [3, 3], B = [3], C = [9], D = [2]
  ///
  /// A batch is delivered when it weighs `maxWeight`, when an element arrives that does not fit into it and opens the
  /// next one, or when the interval has passed since its first element. An element that weighs more than `maxWeight` is
  /// a batch of its own. The intervals of `collect(_:options:cost:)` follow one another from the subscription, and it
  /// takes from upstream all that it sends; here a batch begins with an element, and upstream is held back.
  ///
  /// - **Demand**: one element at a time is requested from upstream while downstream waits for a batch. At most one
  ///   element is requested ahead: it opens the next batch, or joins one whose time is over, and that waits for demand.
  /// - **Completion**: passed on after the elements that remain, which wait for demand, but not for the interval.
  /// - **Failure**: passed on immediately; elements that have not been delivered are dropped.
  /// - **Threads**: delivers where upstream does, where downstream requests a batch that waits, or, when the interval
  ///   has passed, on the scheduler; deliveries never overlap. The closure runs where upstream delivers.
  ///
  /// - Parameters:
  ///   - weight: Returns the weight of an element, such as its size in bytes. It is called once for each. An element
  ///     that weighs zero always fits; a negative weight traps.
  ///   - maxWeight: The greatest weight of a batch: one or more. Anything else traps.
  ///   - interval: How long after its first element a batch is delivered, in the scheduler's stride: not negative, or
  ///     it traps. Zero: in the scheduler's next turn.
  ///   - scheduler: The scheduler that times the batches.
  /// - Returns: A publisher of arrays, none of which is empty.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements in a batch, and O(1) for each element.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func collect<S: Scheduler>(
    weight: @escaping @Sendable (Output) -> Int, maxWeight: Int, orAfter interval: S.SchedulerTimeType.Stride,
    scheduler: S
  ) -> Publishers.CollectByWeightOrTime<Self, S> where Output: Sendable {
    Publishers.CollectByWeightOrTime(
      upstream: self, weight: weight, maxWeight: maxWeight, interval: interval, scheduler: scheduler)
  }
}

/// A publisher that collects the elements of another into batches that weigh at most an amount and wait at most for an
/// interval.
@frozen
public struct CollectByWeightOrTimePublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher
where Upstream.Output: Sendable {
  /// Successive elements of upstream.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The greatest weight of a batch.
  public let maxWeight: Int

  /// How long after its first element a batch is delivered.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times the batches.
  public let scheduler: Context

  /// Returns the weight of an element.
  public let weight: @Sendable (Upstream.Output) -> Int

  /// Creates a publisher that collects the elements of another by their weight and by time.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - weight: Returns the weight of an element; not negative.
  ///   - maxWeight: The greatest weight of a batch: one or more. Anything else traps.
  ///   - interval: How long after its first element a batch is delivered: not negative, or it traps.
  ///   - scheduler: The scheduler that times the batches.
  @inlinable @preconcurrency
  public init(
    upstream: Upstream, weight: @escaping @Sendable (Upstream.Output) -> Int, maxWeight: Int,
    interval: Context.SchedulerTimeType.Stride, scheduler: Context
  ) {
    precondition(maxWeight > 0, "The greatest weight of a batch must be one or more: \(maxWeight) (rule 9).")
    precondition(interval >= 0, "An interval to collect in must not be less than nothing: \(interval) (rule 9).")
    (self.upstream, self.maxWeight, self.interval) = (upstream, maxWeight, interval)
    (self.scheduler, self.weight) = (scheduler, weight)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      WeightBatchesInner(
        "CollectByWeightOrTime", maxWeight: maxWeight, weight: weight, orAfter: interval, on: scheduler, to: subscriber)
    )
  }
}

extension PublisherNames {
  /// ``CollectByWeightOrTimePublisher``, under a short name that a client's own type overrides.
  public typealias CollectByWeightOrTime<Upstream: Publisher, Context: Scheduler> = CollectByWeightOrTimePublisher<
    Upstream, Context
  > where Upstream.Output: Sendable
}

extension CollectByWeightOrTimePublisher: Sendable
where Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
