public import Dispatch

extension DispatchQueue {
  /// A scheduler that runs work at once and speaks the queue's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> { ImmediateSchedulerOf<DispatchQueue>(now: .zero) }

  /// A scheduler whose clock a test moves, and which speaks the queue's times: a new one each time, whose clock shows the
  /// same time at first.
  ///
  /// It stands here rather than in `StreamTesting`, which goes without Dispatch.
  @_disfavoredOverload
  public static var test: SteppedScheduler<SchedulerTimeType, SchedulerOptions> { SteppedScheduler(now: .zero) }
}

extension DispatchQueue.SchedulerTimeType {
  /// Where clocks begin that speak the queue's times: the first nanosecond, for Dispatch takes none for the present.
  fileprivate static var zero: Self { Self(DispatchTime(uptimeNanoseconds: 1)) }
}

// Combine has none of these, so that they give way to a client's own.

extension Scheduler where Self == DispatchQueue {
  /// The main queue, where a scheduler is asked for: `receive(on: .main)`.
  @_disfavoredOverload
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A global queue, where a scheduler is asked for: `subscribe(on: .global())`.
  ///
  /// - Parameter qos: How urgent its work is.
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
  /// - Parameter qos: How urgent its work is.
  /// - Returns: A scheduler that passes everything on to the queue.
  @_disfavoredOverload
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self { Self(DispatchQueue.global(qos: qos)) }

  /// A scheduler that runs work at once and speaks the queue's times, in which it stands still.
  @_disfavoredOverload
  public static var immediate: Self { Self(DispatchQueue.immediate) }

  /// A scheduler whose clock stands, for ever: nothing that is given to it runs, unless something else moves its clock.
  ///
  /// Its type is hidden, and with it what moves the clock. To move it, keep the ``SteppedScheduler`` that `DispatchQueue.test`
  /// makes, and pass that, erased.
  @_disfavoredOverload
  public static var test: Self { Self(DispatchQueue.test) }
}
