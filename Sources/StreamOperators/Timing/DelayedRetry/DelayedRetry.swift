public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Subscribes anew to a publisher that fails, after a while, as often as there are intervals.
  ///
  ///     upstream      --1--#
  ///                              --2--|
  ///     retry(on: queue, intervals: [0.5])
  ///     downstream    --1----------2--|
  ///
  /// Elements delivered before a failure have gone downstream already. A publisher that keeps its result, like
  /// ``/StreamCore/Future``, fails again at once; wrap it in ``/StreamCore/Deferred`` to have the work done again.
  ///
  /// - **Demand**: passed upstream; what is outstanding when upstream fails is asked of it anew.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on when no interval is left.
  /// - **Threads**: subscribes for the first time where it is subscribed to, later on the scheduler; delivers where
  ///   upstream does. A cancel lets go of everything while it waits, too.
  ///
  /// - Parameters:
  ///   - scheduler: Whose clock measures the intervals, and where upstream is subscribed to anew.
  ///   - tolerance: How much later than asked the scheduler may come; `nil` for its least.
  ///   - options: Options of the scheduler.
  ///   - intervals: How long to wait after each failure, in seconds: there is an attempt more than there are intervals. A
  ///     negative one stands for zero; one that is not finite is a programmer's error, and traps.
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

/// A publisher that subscribes anew to a publisher that fails, after a while.
@frozen
public struct DelayedRetryPublisher<Context: Scheduler, Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The kind of value that upstream delivers.
  public typealias Output = Upstream.Output

  /// The kind of error that upstream may fail with.
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// Whose clock measures the intervals, and where upstream is subscribed to anew.
  public let scheduler: Context

  /// How much later than asked the scheduler may come; `nil` for its least.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// Options of the scheduler.
  public let options: Context.SchedulerOptions?

  /// How long to wait after each failure, in seconds.
  public let intervals: [Double]

  /// Makes a publisher that subscribes anew to a publisher that fails, after a while.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that may fail.
  ///   - scheduler: Whose clock measures the intervals, and where upstream is subscribed to anew.
  ///   - tolerance: How much later than asked the scheduler may come; `nil` for its least.
  ///   - options: Options of the scheduler.
  ///   - intervals: How long to wait after each failure, in seconds. A negative one stands for zero; one that is not
  ///     finite traps.
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

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DelayedAttempts(retry: self, downstream: subscriber).start(number: 0)
  }
}

extension PublisherNames {
  /// ``DelayedRetryPublisher``, by the short name that gives way to a type of a client.
  public typealias DelayedRetry<Context: Scheduler, Upstream: Publisher> = DelayedRetryPublisher<Context, Upstream>
}

extension DelayedRetryPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
