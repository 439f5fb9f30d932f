public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Collects elements into arrays, by time.
  ///
  ///     upstream      -ab----c---d|
  ///     collect(.byTime(scheduler, 4))
  ///     downstream    ----A---C---(D|)      A = [a, b], C = [c], D = [d]
  ///
  /// An interval without elements sends nothing. What one interval holds is not bounded, unless by a count. On an immediate
  /// scheduler an interval is over at once: each element comes in an array of its own.
  ///
  /// - **Demand**: upstream is asked for everything; an array waits for demand, and goes on growing up to the count.
  /// - **Completion**: after what has been collected, which is sent at once.
  /// - **Failure**: passed on at once; what has been collected is dropped.
  /// - **Threads**: arrays and completion are delivered on the scheduler, one after the other.
  ///
  /// - Parameters:
  ///   - strategy: The scheduler whose clock decides; the length of an interval, in its stride, zero or more; and the
  ///     count, one or more. Anything else is a programmer's error, and traps.
  ///   - options: What else the scheduler is to observe.
  /// - Returns: A publisher of arrays.
  @inlinable
  @preconcurrency
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> where Output: Sendable {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// A publisher that collects the elements of another into arrays, by time.
  @frozen
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// Elements that came in one interval.
    public typealias Output = [Upstream.Output]

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are collected.
    public let upstream: Upstream

    /// When what has been collected is sent.
    public let strategy: TimeGroupingStrategy<Context>

    /// What else the scheduler is to observe.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that collects the elements of another, by time.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are collected.
    ///   - strategy: When what has been collected is sent: after an interval of zero or more, with a count of one or more.
    ///   - options: What else the scheduler is to observe.
    @inlinable
    public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?) {
      let (_, interval, count) = strategy.parts
      precondition(interval >= 0, "An interval to collect in must not be less than nothing: \(interval) (rule 9).")
      precondition(count > 0, "A number of elements to collect must be greater than zero: \(count) (rule 9).")
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let (scheduler, interval, count) = strategy.parts
      upstream.subscribe(
        TimedStage(
          "CollectByTime", to: subscriber, on: scheduler, options: options,
          policy: CollectByTimePolicy(interval: interval, count: count)))
    }
  }
}

extension Publishers.CollectByTime: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
