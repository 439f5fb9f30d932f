public import Foundation
public import StreamSchedulers

// Combine has none of these, so that they give way to a client's own. There is no `main` where any scheduler is asked for,
// as `receive(on: .main)`: that is the main queue of Dispatch, and of two none could be chosen.

extension RunLoop {
  /// A scheduler that runs work at once and speaks a run loop's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    ImmediateSchedulerOf<RunLoop>(now: SchedulerTimeType(.beginning))
  }

  /// A scheduler whose clock a test moves, and which speaks a run loop's times: a new one each time, whose clock shows the
  /// same date at first.
  ///
  /// It stands here rather than in `StreamTesting`, which goes without Foundation.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> {
    SteppedScheduler(now: SchedulerTimeType(.beginning))
  }
}

extension OperationQueue {
  /// A scheduler that runs work at once and speaks an operation queue's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<OperationQueue> {
    ImmediateSchedulerOf<OperationQueue>(now: SchedulerTimeType(.beginning))
  }

  /// A scheduler whose clock a test moves, and which speaks an operation queue's times: a new one each time, whose clock
  /// shows the same date at first.
  ///
  /// It stands here rather than in `StreamTesting`, which goes without Foundation.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> {
    SteppedScheduler(now: SchedulerTimeType(.beginning))
  }
}

extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// The main run loop.
  @_disfavoredOverload
  public static var main: Self { Self(RunLoop.main) }

  /// A scheduler that runs work at once and speaks a run loop's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: Self { Self(RunLoop.immediate) }

  /// A scheduler whose clock stands, for ever. To move it, keep what `RunLoop.test` makes, and pass that, erased.
  @_disfavoredOverload
  public static var test: Self { Self(RunLoop.test) }
}

extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The main operation queue.
  @_disfavoredOverload
  public static var main: Self { Self(OperationQueue.main) }

  /// A scheduler that runs work at once and speaks an operation queue's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: Self { Self(OperationQueue.immediate) }

  /// A scheduler whose clock stands, for ever. To move it, keep what `OperationQueue.test` makes, and pass that, erased.
  @_disfavoredOverload
  public static var test: Self { Self(OperationQueue.test) }
}

extension Date {
  /// Where clocks begin that speak the times of dates: Foundation's reference date, beside which a date has the most digits.
  fileprivate static var beginning: Date { Date(timeIntervalSinceReferenceDate: 0) }
}
