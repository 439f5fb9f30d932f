public import Foundation
public import StreamCore
public import StreamSchedulers

// As with queues, our own types would clash with Apple's where those exist: see DispatchQueue+Scheduler.swift.

#if canImport(Darwin)
  extension RunLoop.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension RunLoop {
    /// A date.
    public typealias SchedulerTimeType = SchedulerDate

    /// Work on a run loop has no options; the type exists so that `nil` can be passed.
    public struct SchedulerOptions: Sendable {}

    /// The current date.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// Zero: a timer honours any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` in the loop's next pass, waking it if it sleeps.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      perform(inModes: [.default], block: action)
      // Foundation for Linux enqueues the block without waking the loop.
      LoopAlarm.of(self).wake()
    }

    /// Runs `action` at a date, or up to `tolerance` later, together with other work that is due by then.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      _ = LoopAlarm.of(self).insert(
        LoopAlarm.Work(run: action, interval: nil, tolerance: tolerance.timeInterval), at: date.date)
    }
  }
#endif

/// Work runs on the loop's thread, in its default mode: as in Combine, work is held back while the loop runs in another
/// mode. A loop that does not run runs no work.
///
/// All members may be used on any thread; scheduling wakes the loop.
extension RunLoop: Scheduler {
  /// Runs `action` at a date, and then after every interval, until cancelled. Intervals count from the first date;
  /// dates that the loop is too late for are skipped. A run may be up to `tolerance` late, together with other work
  /// that is due by then. After a cancel on the loop's thread it does not run again.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = CancellableWork(action)
    let alarm = LoopAlarm.of(self)
    let id = alarm.insert(
      LoopAlarm.Work(run: repetition.run, interval: interval.timeInterval, tolerance: tolerance.timeInterval),
      at: date.date)
    return AnyCancellable(
      ConcurrentCancellation {
        repetition.cancel()
        alarm.remove(id)
      })
  }
}
