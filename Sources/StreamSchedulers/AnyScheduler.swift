public import StreamCore

/// A type-erased scheduler.
///
/// It lets a program choose its scheduler at run time: a queue in production, a test's clock in tests.
///
///     final class Search {
///       init(scheduler: AnySchedulerOf<DispatchQueue> = .main)
///     }
///     Search()                                                      // on the main queue
///     Search(scheduler: .immediate)                                 // at once, without waiting
///     Search(scheduler: queue.eraseToAnyScheduler())                // on another queue
///
/// For a clock that a test advances by hand, create a `DispatchQueue.test` of `StreamTesting`, and pass it erased.
///
/// Work and times are passed to the wrapped scheduler unchanged.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Sendable: a `Scheduler` may be used on any thread, and the closures retain nothing else.

  package let standsStill: Bool
  private let readNow: () -> SchedulerTimeType
  private let readTolerance: () -> SchedulerTimeType.Stride
  private let scheduleSoon: (SchedulerOptions?, @escaping @Sendable () -> Void) -> Void
  private let scheduleOnce:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping @Sendable () -> Void) -> Void
  private let scheduleRepeatedly:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
      @escaping @Sendable () -> Void
    ) -> any Cancellable

  /// Erases the type of a scheduler.
  ///
  /// - Parameter scheduler: The scheduler.
  @_disfavoredOverload
  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    if let erased = scheduler as? Self {
      self = erased
      return
    }
    standsStill = scheduler.hasStandingClock
    readNow = { scheduler.now }
    readTolerance = { scheduler.minimumTolerance }
    scheduleSoon = { scheduler.schedule(options: $0, $1) }
    scheduleOnce = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    scheduleRepeatedly = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }

  /// The current time of the wrapped scheduler.
  public var now: SchedulerTimeType { readNow() }

  /// The minimum tolerance of the wrapped scheduler.
  public var minimumTolerance: SchedulerTimeType.Stride { readTolerance() }

  /// Runs `action` as soon as possible.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    scheduleSoon(options, action)
  }

  /// Runs `action` once at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    scheduleOnce(date, tolerance, options, action)
  }

  /// Runs `action` at a time and after every interval.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    scheduleRepeatedly(date, interval, tolerance, options, action)
  }
}

extension AnyScheduler: StandingClock {}

/// A type-erased scheduler with the time and options types of another.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
  /// Erases the type of this scheduler.
  ///
  /// - Returns: A scheduler that forwards to this one.
  @_disfavoredOverload
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
    AnyScheduler(self)
  }
}
