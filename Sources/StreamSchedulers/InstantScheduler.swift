public import StreamCore

/// Runs work at once, on the calling thread, before `schedule` returns, and speaks the times of any scheduler.
///
/// Give it, in a test, to code that is written for another scheduler and whose delays the test does not want to wait for:
///
///     search.debounce(for: .milliseconds(300), scheduler: DispatchQueue.immediate)
///
/// Its clock stands still. Work for a later time runs at once, and work that repeats runs once, at once. What that makes of
/// the operators that let time pass stands in the documentation of each: `delay`, `debounce` and `throttle` pass on every
/// element, `collect` by time puts each into an array of its own, and `timeout` ends the stream with its subscription. What
/// only looks at the clock sees it stand: `throttleFirst` passes on one element, `measureInterval` measures nothing.
@frozen
public struct InstantScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// Always the same time: no time passes here.
  public let now: SchedulerTimeType

  /// Makes a scheduler.
  ///
  /// - Parameter now: What its clock shows.
  @inlinable
  public init(now: SchedulerTimeType) {
    self.now = now
  }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action`.
  @inlinable
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs `action` at once, whatever the date.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    action()
  }

  /// Runs `action` once, at once.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

extension InstantScheduler: Sendable where SchedulerTimeType: Sendable {}

/// A scheduler that runs work at once, and can stand for one of a kind.
public typealias ImmediateSchedulerOf<S: Scheduler> = InstantScheduler<S.SchedulerTimeType, S.SchedulerOptions>
