public import StreamCore

/// A scheduler that runs work on the calling thread, one item after the other: work that is scheduled by work runs when
/// that has returned.
///
///     schedule(a), inside a: schedule(b), schedule(c)       runs a, b, c; b and c after a has returned
///
/// So recursion becomes a loop, and the stack does not grow. The outermost `schedule` of a thread returns when all work
/// of that thread has run. Threads do not wait for each other.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamSchedulers.TrampolineScheduler`.
///
/// - Important: Delayed work blocks its thread, which sleeps until the work is due; the outermost call does not return
///   before. Work runs in the order of its times.
/// - Complexity: O(log *n*) for each piece of work, where *n* is the number that waits on its thread.
public struct TrampolineScheduler: Scheduler, Sendable {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = ClockScheduler<ContinuousClock>.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The shared instance; all instances are equivalent.
  public static let shared = TrampolineScheduler()

  private init() {}

  /// The time of the continuous clock.
  public var now: SchedulerTimeType { SchedulerTimeType(ContinuousClock.now) }

  /// The resolution of the continuous clock.
  public var minimumTolerance: SchedulerTimeType.Stride {
    NanosecondStride(clamping: ContinuousClock().minimumResolution)
  }

  /// Runs `action` on this thread: at once, or after the work that runs there.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    ThreadAgenda.add(action, at: .now)
  }

  /// Runs `action` on this thread at a time. Until then, the thread sleeps if it has nothing else to run.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    ThreadAgenda.add(action, at: max(date.instant, .now))
  }

  /// Runs `action` on this thread at a time, and then after each interval, which is above zero, until it is cancelled.
  /// If this is the outermost call of its thread, the action runs once, because its caller cannot cancel it before this
  /// call returns.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    let work = CancellableWork(action)
    if ThreadAgenda.isRunning {
      TrampolineRepetition(work: work, interval: interval, date: date).schedule()
    } else {
      schedule(after: date, tolerance: tolerance, options: options, work.run)
      work.cancel()
    }
    return AnyCancellable(work)
  }
}

/// A run of work that repeats.
private struct TrampolineRepetition: Sendable {
  let work: CancellableWork
  let interval: NanosecondStride
  let date: TrampolineScheduler.SchedulerTimeType

  func schedule() {
    ThreadAgenda.add(run, at: max(date.instant, .now))
  }

  @Sendable
  private func run() {
    work.run()
    guard work.isWanted else { return }
    let next = date.next(after: interval, at: TrampolineScheduler.shared.now)
    TrampolineRepetition(work: work, interval: interval, date: next).schedule()
  }
}
