public import Dispatch

extension DispatchQueue {
  /// A scheduler that runs work immediately and has a queue's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
    ImmediateSchedulerOf<DispatchQueue>(now: .testStart)
  }

  /// A scheduler with a test-controlled clock and a queue's time types: a new one each time, always with the same
  /// initial time.
  ///
  /// It is declared here and not in `StreamTesting`, which does not import Dispatch.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> { SteppedScheduler(now: .testStart) }
}

extension DispatchQueue.SchedulerTimeType: TestableSchedulerTime {
  /// The initial time of clocks in tests: the first nanosecond, because Dispatch reads zero as the current time.
  @_disfavoredOverload
  public static var testStart: Self { Self(DispatchTime(uptimeNanoseconds: 1)) }
}

// Combine has none of these, so they are disfavoured: a client's own declaration wins.

extension Scheduler where Self == DispatchQueue {
  /// The main queue, as an argument: `receive(on: .main)`.
  @_disfavoredOverload
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A global queue, as an argument: `subscribe(on: .global())`.
  ///
  /// - Parameter qos: The quality of service.
  /// - Returns: The queue.
  @_disfavoredOverload
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue.global(qos: qos) }
}

extension AnyScheduler
where
  SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions
{
  /// The main queue.
  ///
  ///     init(scheduler: AnySchedulerOf<DispatchQueue> = .main)
  @_disfavoredOverload
  public static var main: Self { Self(DispatchQueue.main) }

  /// A global queue.
  ///
  /// - Parameter qos: The quality of service.
  /// - Returns: A scheduler that forwards to the queue.
  @_disfavoredOverload
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self { Self(DispatchQueue.global(qos: qos)) }

  /// A scheduler that runs work immediately and has a queue's time types; its clock never advances.
  @_disfavoredOverload
  public static var immediate: Self { Self(DispatchQueue.immediate) }

  /// A scheduler with a stopped clock: its work never runs.
  ///
  /// Erasing the type hides `advance`. For a clock that advances, keep the ``SteppedScheduler`` that
  /// `DispatchQueue.test` creates, and pass it erased.
  @_disfavoredOverload
  public static var test: Self { Self(DispatchQueue.test) }
}
