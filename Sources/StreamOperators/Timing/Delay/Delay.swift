public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Delivers everything later.
  ///
  ///     upstream      -a-b--c|
  ///     delay(for: 3, scheduler: scheduler)
  ///     downstream    ----a-b--c|
  ///
  /// - **Demand**: passed upstream unchanged; no more waits than was asked for.
  /// - **Completion**: delayed as elements are.
  /// - **Failure**: delayed as elements are, so that a retry after it waits between its attempts.
  /// - **Threads**: elements and completion are delivered on the scheduler, in order; the subscription at once.
  ///
  /// Elements wait in a queue with one timer; those that are due together are delivered together. On an immediate
  /// scheduler everything is delivered at once.
  ///
  /// - Parameters:
  ///   - interval: By how much, in the scheduler's stride: a number of seconds, or `.milliseconds(300)`. With zero or less,
  ///     everything waits for the scheduler's next turn, and no longer.
  ///   - tolerance: How much later will do; without it, the scheduler's least.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  ///   - options: What else the scheduler is to observe.
  /// - Returns: A publisher of the same elements, later.
  @inlinable
  @preconcurrency
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> where Output: Sendable {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// A publisher that delivers everything later.
  @frozen
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// By how much elements and the completion are delayed.
    public let interval: Context.SchedulerTimeType.Stride

    /// How much later will do.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// Whose clock decides, and where elements are delivered.
    public let scheduler: Context

    /// What else the scheduler is to observe.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that delivers everything later.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are timed.
    ///   - interval: By how much elements and the completion are delayed.
    ///   - tolerance: How much later will do.
    ///   - scheduler: Whose clock decides, and where elements are delivered.
    ///   - options: What else the scheduler is to observe.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedStage(
          "Delay", to: subscriber, on: scheduler, tolerance: tolerance, options: options,
          policy: DelayPolicy(interval: interval)))
    }
  }
}

extension Publishers.Delay: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
