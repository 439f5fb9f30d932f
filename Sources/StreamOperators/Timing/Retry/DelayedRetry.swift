public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Resubscribes to a failed publisher after a delay, once for each interval.
  ///
  ///     upstream 1    -1#
  ///     upstream 2        ^1#
  ///     upstream 3              ^1#
  ///     retry(on: scheduler, intervals: [2, 4])
  ///     downstream    -1---1-----1#
  ///
  /// Elements delivered before a failure are not taken back. A publisher that stores its result, like
  /// ``/StreamCore/Future``, fails again immediately; wrap it in ``/StreamCore/Deferred`` to repeat its work.
  ///
  /// - **Demand**: passed upstream; demand outstanding at a failure is requested again from the next attempt.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on when no interval is left.
  /// - **Threads**: first subscribes on the subscribing thread, later on the scheduler; delivers where upstream does. A
  ///   cancel during a delay releases everything too.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures the delays and resubscribes.
  ///   - tolerance: The acceptable additional delay; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  ///   - intervals: The delay after each failure, in seconds: there is one attempt more than there are intervals. A
  ///     negative delay means zero; one that is not finite traps.
  /// - Returns: A publisher that fails only after `intervals.count + 1` failures.
  @inlinable
  @_disfavoredOverload
  public func retry<S: Scheduler>(
    on scheduler: S, tolerance: S.SchedulerTimeType.Stride? = nil, options: S.SchedulerOptions? = nil,
    intervals: [Double]
  ) -> Publishers.DelayedRetry<S, Self> {
    Publishers.DelayedRetry(
      upstream: self, scheduler: scheduler, tolerance: tolerance, options: options, intervals: intervals)
  }
}

/// A publisher that resubscribes to a failed publisher after a delay.
@frozen
public struct DelayedRetryPublisher<Context: Scheduler, Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// The scheduler that measures the delays and resubscribes.
  public let scheduler: Context

  /// The acceptable additional delay; `nil` for the scheduler's minimum.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// The delay after each failure, in seconds.
  public let intervals: [Double]

  /// Creates a publisher that resubscribes to a failed publisher after a delay.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that may fail.
  ///   - scheduler: The scheduler that measures the delays and resubscribes.
  ///   - tolerance: The acceptable additional delay; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  ///   - intervals: The delay after each failure, in seconds. A negative delay means zero; one that is not finite
  ///     traps.
  @inlinable
  public init(
    upstream: Upstream, scheduler: Context, tolerance: Context.SchedulerTimeType.Stride?,
    options: Context.SchedulerOptions?, intervals: [Double]
  ) {
    precondition(intervals.allSatisfy(\.isFinite), "An interval has to be finite (rule 9).")
    self.upstream = upstream
    self.scheduler = scheduler
    self.tolerance = tolerance
    self.options = options
    self.intervals = intervals
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DelayedRuns("DelayedRetry", self, to: subscriber).start()
  }
}

extension DelayedRetryPublisher: DelayedRetryPlan {
  @inlinable
  package func delay(after failure: Failure, ofRun number: Int) -> Context.SchedulerTimeType.Stride? {
    number < intervals.count ? .seconds(max(0, intervals[number])) : nil
  }

  @inlinable
  package func schedule(
    after delay: Context.SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    scheduler.setAlarm(
      at: scheduler.now.advanced(by: delay), period: delay, tolerance: tolerance, options: options, action)
  }
}

extension PublisherNames {
  /// ``DelayedRetryPublisher``, under a short name that a client's own type overrides.
  public typealias DelayedRetry<Context: Scheduler, Upstream: Publisher> = DelayedRetryPublisher<Context, Upstream>
}

extension DelayedRetryPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
