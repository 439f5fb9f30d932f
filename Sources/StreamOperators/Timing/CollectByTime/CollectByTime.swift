public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Collects elements into arrays by time.
  ///
  ///     upstream      -ab----c---d|
  ///     collect(.byTime(scheduler, 4))
  ///     downstream    ----A---B---(C|)
  ///     A = ["a", "b"], B = ["c"], C = ["d"]
  ///
  /// An interval without elements sends nothing. The size of an array is unbounded, unless limited by a count. On an
  /// immediate scheduler intervals end immediately: each element arrives in an array of its own.
  ///
  /// - **Demand**: unlimited from upstream; without demand an array is held back, and keeps growing up to the count.
  /// - **Completion**: delivered after the collected elements, without waiting for the interval to end.
  /// - **Failure**: delivered immediately; collected elements are dropped.
  /// - **Threads**: arrays and completion are delivered on the scheduler, serially.
  ///
  /// - Parameters:
  ///   - strategy: The scheduler that times and delivers the arrays; the length of an interval, in its stride, not
  ///     negative; and the count, positive. Other values trap.
  ///   - options: Options for the scheduler.
  /// - Returns: A publisher of arrays.
  /// - Complexity: O(*n*) memory, and for each array, where *n* is the number of collected elements: those of an
  ///   interval, and those for which there was no demand.
  @inlinable
  @preconcurrency
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> where Output: Sendable {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// A publisher that collects the elements of another into arrays by time.
  @frozen
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// The elements of one interval.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are collected.
    public let upstream: Upstream

    /// When collected elements are sent.
    public let strategy: TimeGroupingStrategy<Context>

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that collects the elements of another by time.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are collected.
    ///   - strategy: When collected elements are sent; the interval must not be negative, the count must be positive.
    ///   - options: Options for the scheduler.
    @inlinable
    public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?) {
      strategy.requireBounds()
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let (scheduler, interval, count) = strategy.parts
      upstream.subscribe(
        TimedInner(
          "CollectByTime", to: subscriber, on: scheduler, options: options,
          policy: CollectByTimePolicy(interval: interval, count: count)))
    }
  }
}

extension Publishers.CollectByTime: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
