public import StreamCore

/// A scheduler that runs work on an executor of tasks, one item at a time and in order.
///
///     upstream                                      --1--2--3--|        on any thread
///     upstream.receive(on: ExecutorScheduler(pool))
///     downstream                                    ---1--2--3--|       on the executor
///
/// Up to 256 items run in one job. The scheduler retains the executor. Times are those of `ContinuousClock`.
public struct ExecutorScheduler: Scheduler, Sendable {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = ClockScheduler<ContinuousClock>.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  private let base: ClockScheduler<ContinuousClock>

  /// Creates a scheduler. Each has an order of its own.
  ///
  /// - Parameter executor: The executor that runs the work.
  public init(_ executor: any TaskExecutor) {
    base = ClockScheduler(ContinuousClock(), .executor(executor))
  }

  /// The time of the continuous clock.
  public var now: SchedulerTimeType { base.now }

  /// The resolution of the continuous clock.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Runs `action` on the executor, after the work that waits.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    base.schedule(options: options, action)
  }

  /// Runs `action` on the executor, at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` on the executor, at a time and then after each interval, which is above zero.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
