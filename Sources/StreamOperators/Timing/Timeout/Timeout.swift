public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Ends the stream when nothing has come for an interval.
  ///
  ///     upstream      -a--b-------c--
  ///     timeout(4, scheduler: scheduler)
  ///     downstream    -a--b---|
  ///
  /// The interval begins with the subscription, and anew with each element. On an immediate scheduler it is over at once:
  /// the stream ends with its subscription.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on; at the end of the interval, the stream finishes and upstream is cancelled.
  /// - **Failure**: passed on; with `customError`, the end of the interval is its failure.
  /// - **Threads**: elements and completion are delivered on the scheduler, one after the other; `customError` runs there
  ///   too, never under a lock.
  ///
  /// - Parameters:
  ///   - interval: How long upstream may be silent, in the scheduler's stride: a number of seconds, or
  ///     `.milliseconds(300)`. With zero or less, the stream ends in the scheduler's next turn.
  ///   - scheduler: Whose clock decides, and where elements are delivered.
  ///   - options: What else the scheduler is to observe.
  ///   - customError: Makes what the stream fails with; without it, it finishes.
  /// - Returns: A publisher of the same elements, which ends when upstream is silent.
  @inlinable
  @preconcurrency
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> where Output: Sendable {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// A publisher that ends when another has been silent for an interval.
  @frozen
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are timed.
    public let upstream: Upstream

    /// How long upstream may be silent.
    public let interval: Context.SchedulerTimeType.Stride

    /// Whose clock decides, and where elements are delivered.
    public let scheduler: Context

    /// What else the scheduler is to observe.
    public let options: Context.SchedulerOptions?

    /// Makes what the stream fails with; without it, it finishes.
    public let customError: (@Sendable () -> Failure)?

    /// Makes a publisher that ends when another has been silent for an interval.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are timed.
    ///   - interval: How long upstream may be silent.
    ///   - scheduler: Whose clock decides, and where elements are delivered.
    ///   - options: What else the scheduler is to observe.
    ///   - customError: Makes what the stream fails with; without it, it finishes.
    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (@Sendable () -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TimedStage(
          "Timeout", to: subscriber, on: scheduler, options: options,
          policy: TimeoutPolicy(interval: interval, makeFailure: customError)))
    }
  }
}

extension Publishers.Timeout: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
