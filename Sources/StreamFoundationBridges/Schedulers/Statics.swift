public import Foundation
public import StreamSchedulers

// Combine has none of these, so they are disfavoured: a client's own declaration wins. There is no `main` for any
// scheduler, as in `receive(on: .main)`: that is Dispatch's main queue, and two would be ambiguous.

extension RunLoop {
  /// A scheduler that runs work immediately and has a run loop's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    ImmediateSchedulerOf<RunLoop>(now: .testStart)
  }

  /// A scheduler with a test-controlled clock and a run loop's time types: a new one each time, always with the same
  /// initial date.
  ///
  /// It is declared here and not in `StreamTesting`, which does not import Foundation.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> {
    SteppedScheduler(now: .testStart)
  }
}

extension OperationQueue {
  /// A scheduler that runs work immediately and has an operation queue's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<OperationQueue> {
    ImmediateSchedulerOf<OperationQueue>(now: .testStart)
  }

  /// A scheduler with a test-controlled clock and an operation queue's time types: a new one each time, always with the
  /// same initial date.
  ///
  /// It is declared here and not in `StreamTesting`, which does not import Foundation.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> {
    SteppedScheduler(now: .testStart)
  }
}

extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// The main run loop.
  @_disfavoredOverload
  public static var main: Self { Self(RunLoop.main) }

  /// A scheduler that runs work immediately and has a run loop's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: Self { Self(RunLoop.immediate) }

  /// A scheduler with a stopped clock. For one that advances, keep the result of `RunLoop.test`, and pass it erased.
  @_disfavoredOverload
  public static var test: Self { Self(RunLoop.test) }
}

extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The main operation queue.
  @_disfavoredOverload
  public static var main: Self { Self(OperationQueue.main) }

  /// A scheduler that runs work immediately and has an operation queue's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: Self { Self(OperationQueue.immediate) }

  /// A scheduler with a stopped clock. For one that advances, keep the result of `OperationQueue.test`, and pass it
  /// erased.
  @_disfavoredOverload
  public static var test: Self { Self(OperationQueue.test) }
}

// The initial date of clocks in tests is Foundation's reference date, near which a date is most precise.

#if canImport(Darwin)
  extension RunLoop.SchedulerTimeType: TestableSchedulerTime {
    /// The initial date of clocks in tests: Foundation's reference date.
    @_disfavoredOverload
    public static var testStart: Self { Self(Date(timeIntervalSinceReferenceDate: 0)) }
  }

  extension OperationQueue.SchedulerTimeType: TestableSchedulerTime {
    /// The initial date of clocks in tests: Foundation's reference date.
    @_disfavoredOverload
    public static var testStart: Self { Self(Date(timeIntervalSinceReferenceDate: 0)) }
  }
#else
  extension SchedulerDate: TestableSchedulerTime {
    /// The initial date of clocks in tests: Foundation's reference date.
    public static var testStart: Self { Self(Date(timeIntervalSinceReferenceDate: 0)) }
  }
#endif
