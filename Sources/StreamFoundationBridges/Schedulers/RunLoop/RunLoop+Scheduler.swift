public import Foundation
public import StreamCore
public import StreamSchedulers

// As with queues, types of ours would clash with Apple's where those exist: see DispatchQueue+Scheduler.swift.

#if canImport(Darwin)
  extension RunLoop.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {}
#else
  extension RunLoop {
    /// A date.
    public typealias SchedulerTimeType = SchedulerDate

    /// There is nothing to be said about work on a run loop; the type is there for the sake of `nil`.
    public struct SchedulerOptions: Sendable {}

    /// The present date.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// Zero: a timer makes the most of any tolerance.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` when the loop next looks for work, and wakes it if it sleeps.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
      perform(inModes: [.default], block: action)
      // Foundation for Linux adds the block, and lets the loop sleep.
      LoopAlarm.of(self).wake()
    }

    /// Runs `action` at a date. `tolerance` is not used.
    @preconcurrency
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping @Sendable () -> Void
    ) {
      _ = LoopAlarm.of(self).insert(LoopAlarm.Work(run: action, interval: nil), at: date.date)
    }
  }
#endif

/// Work runs on the loop's thread, while the loop runs in its default mode: as in Combine, work waits for as long as the
/// loop runs in another. A loop that does not run does no work.
///
/// Everything here may be called on any thread, and wakes the loop.
extension RunLoop: Scheduler {
  /// Runs `action` at a date, and from then on after every interval, until it is cancelled. Dates count from the first;
  /// those that the loop comes too late for are left out. `tolerance` is not used. After a cancel on the loop's thread nothing
  /// runs.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(interval > 0, "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = CancellableWork(action)
    let alarm = LoopAlarm.of(self)
    let id = alarm.insert(
      LoopAlarm.Work(run: repetition.run, interval: interval.timeInterval), at: date.date)
    return AnyCancellable(
      ConcurrentCancellation {
        repetition.cancel()
        alarm.remove(id)
      })
  }
}
