public import StreamCore

/// A scheduler whose type is hidden.
///
/// It lets a program choose its scheduler when it runs: a queue where it works, a test's clock where it is tested.
///
///     final class Search {
///       init(scheduler: AnySchedulerOf<DispatchQueue> = .main)
///     }
///     Search()                                                      // on the main queue
///     Search(scheduler: .immediate)                                 // at once, without waiting
///     Search(scheduler: queue.eraseToAnyScheduler())                // on another queue
///
/// A test that moves the clock by hand makes a `DispatchQueue.test` of `StreamTesting`, and passes that, erased.
///
/// Work and times go to the scheduler inside, unchanged.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Sendable: schedulers are; the closures hold one.

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

  /// Hides the type of a scheduler.
  ///
  /// - Parameter scheduler: The scheduler.
  @_disfavoredOverload
  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    if let erased = scheduler as? Self {
      self = erased
      return
    }
    readNow = { scheduler.now }
    readTolerance = { scheduler.minimumTolerance }
    scheduleSoon = { scheduler.schedule(options: $0, $1) }
    scheduleOnce = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    scheduleRepeatedly = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }

  /// The present time of the scheduler inside.
  public var now: SchedulerTimeType { readNow() }

  /// The least tolerance of the scheduler inside.
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

/// A hidden scheduler that can stand for one of a kind.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
  /// Hides the type of this scheduler.
  ///
  /// - Returns: A scheduler that passes everything on to this one.
  @_disfavoredOverload
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
    AnyScheduler(self)
  }
}
