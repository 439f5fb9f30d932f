public import StreamCore

/// The main actor as a scheduler: work scheduled from the main actor runs at once, unless queued work is waiting or
/// running; other work runs later, in order.
///
///     upstream                               --1--2--3--|        on any thread
///     upstream.receive(on: MainActor.shared)
///     downstream                             ---1--2--3--|       on the main actor
///
/// Times are those of `ContinuousClock`.
extension MainActor: Scheduler {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = ClockScheduler<ContinuousClock>.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  private static let scheduler = ClockScheduler(ContinuousClock(), .actor(MainActor.shared))

  /// The time of the continuous clock.
  @_disfavoredOverload
  public nonisolated var now: SchedulerTimeType { Self.scheduler.now }

  /// The resolution of the continuous clock.
  @_disfavoredOverload
  public nonisolated var minimumTolerance: SchedulerTimeType.Stride { Self.scheduler.minimumTolerance }

  /// Runs `action` on the main actor, after the work that waits, or at once.
  @_disfavoredOverload
  @preconcurrency
  public nonisolated func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    Self.scheduler.schedule(options: options, action)
  }

  /// Runs `action` on the main actor, at a time.
  @_disfavoredOverload
  @preconcurrency
  public nonisolated func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    Self.scheduler.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` on the main actor, at a time and then after each interval, which is above zero.
  @_disfavoredOverload
  @preconcurrency
  public nonisolated func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    Self.scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
