public import StreamCore

/// Runs work immediately, on the calling thread, before `schedule` returns, with the time types of any scheduler.
///
/// Use it in tests of code written for another scheduler, to skip its delays:
///
///     search.debounce(for: .milliseconds(300), scheduler: DispatchQueue.immediate)
///
/// Its clock never advances. Delayed work runs immediately, and repeating work runs once, immediately. So `delay`,
/// `debounce` and `throttle` republish every element as it arrives, `collect` by time wraps each in an array, and
/// `timeout` ends the stream with its subscription: every wait is over immediately. No time passes, so
/// `measureInterval` measures zero.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamSchedulers.InstantScheduler`.
@frozen
public struct InstantScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// Always the same time: this clock never advances.
  public let now: SchedulerTimeType

  /// Creates a scheduler.
  ///
  /// - Parameter now: The constant time of its clock.
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

  /// Runs `action` immediately, ignoring the date.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    action()
  }

  /// Runs `action` once, immediately.
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

/// An immediate scheduler with the time and options types of another.
public typealias ImmediateSchedulerOf<S: Scheduler> = InstantScheduler<S.SchedulerTimeType, S.SchedulerOptions>
