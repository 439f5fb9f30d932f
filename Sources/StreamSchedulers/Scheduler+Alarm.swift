public import StreamCore

extension Scheduler {
  /// Schedules work that releases its closure when it has run or is cancelled.
  ///
  /// - Parameters:
  ///   - time: When it is due.
  ///   - period: The interval of a repeating timer, which a cancel removes from the scheduler. Without an interval, or
  ///     with zero, the work is one-shot, and the scheduler keeps it until it is due.
  ///   - tolerance: How much later it may run.
  ///   - options: Options for the scheduler.
  ///   - ring: Run on the scheduler; of a repeating timer, until that is cancelled.
  /// - Returns: A handle that cancels it.
  @inlinable
  package func setAlarm(
    at time: SchedulerTimeType, period: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ ring: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    // Work that is already due needs no clock.
    let isDue = time <= now
    let tolerance = tolerance ?? minimumTolerance
    if let period, period > 0, !isDue {
      return schedule(after: time, interval: period, tolerance: tolerance, options: options, ring)
    }
    // A scheduler retains one-shot work until it is due: a cancel must release the captured objects earlier (rule 7).
    let work = CancellableWork(ring)
    if isDue {
      schedule(options: options, work.run)
    } else {
      schedule(after: time, tolerance: tolerance, options: options, work.run)
    }
    return work
  }
}
