public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Collects elements into arrays by time and by what they cost.
  ///
  ///     upstream      -3-3-3----9   -2|
  ///     collect(.byTimeOrCount(scheduler, 60, 8), cost: { $0 })
  ///     downstream    -----A----(BC)--(D|)
  ///     A = [3, 3], B = [3], C = [9], D = [2]
  ///
  /// An array never costs more than the count of `.byTimeOrCount`, unless it is a single element that does. With
  /// `.byTime` the cost has no limit.
  ///
  /// - **Demand**: unlimited from upstream; without demand arrays are held back.
  /// - **Completion**: delivered after the collected elements, without waiting for the interval to end.
  /// - **Failure**: delivered immediately; collected elements are dropped.
  /// - **Threads**: arrays and completion are delivered on the scheduler, serially; the closure runs where upstream
  ///   delivers.
  ///
  /// - Parameters:
  ///   - strategy: The scheduler that times and delivers the arrays; the length of an interval, in its stride, not
  ///     negative; and the greatest cost of an array, positive. Other values trap.
  ///   - options: Options for the scheduler.
  ///   - cost: Returns the cost of an element, such as its size in bytes. It is called once for each. A negative cost
  ///     traps.
  /// - Returns: A publisher of arrays.
  /// - Complexity: O(*n*) memory, where *n* is the number of collected elements: those of an interval, and those for
  ///   which there was no demand; amortised O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil,
    cost: @escaping @Sendable (Output) -> Int
  ) -> Publishers.CollectByCost<Self, S> where Output: Sendable {
    Publishers.CollectByCost(upstream: self, strategy: strategy, options: options, cost: cost)
  }
}

/// A publisher that collects the elements of another into arrays by time and by what they cost.
@frozen
public struct CollectByCostPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  /// Successive elements of upstream.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// When collected elements are sent; the count is the greatest cost.
  public let strategy: Publishers.TimeGroupingStrategy<Context>

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Returns what an element costs.
  public let cost: @Sendable (Upstream.Output) -> Int

  /// Creates a publisher that collects the elements of another by time and by what they cost.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - strategy: When collected elements are sent; the interval must not be negative, the count must be positive.
  ///   - options: Options for the scheduler.
  ///   - cost: Returns what an element costs; not negative.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?,
    cost: @escaping @Sendable (Upstream.Output) -> Int
  ) {
    strategy.requireBounds()
    self.upstream = upstream
    self.strategy = strategy
    self.options = options
    self.cost = cost
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let (scheduler, interval, count) = strategy.parts
    let stage = TimedInner(
      "CollectByCost", to: subscriber, on: scheduler, options: options,
      policy: CollectByCostPolicy(base: CollectByTimePolicy(interval: interval, count: count)))
    upstream.subscribe(
      MappingInner("CollectByCost", to: stage) { [cost] (input: Upstream.Output) in
        let cost = cost(input)
        precondition(cost >= 0, "An element cannot cost less than nothing: \(cost) (rule 9).")
        return (input, cost)
      })
  }
}

extension PublisherNames {
  /// ``CollectByCostPublisher``, under a short name that a client's own type overrides.
  public typealias CollectByCost<Upstream: Publisher, Context: Scheduler> = CollectByCostPublisher<Upstream, Context>
}

extension CollectByCostPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
