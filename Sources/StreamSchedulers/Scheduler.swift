public import StreamCore

/// Defines when and where work runs.
///
/// An operator that hops to another thread, or measures time, takes a scheduler. The scheduler has a clock of its own
/// with arbitrary units: seconds of a real clock, or the ticks of a test.
///
///     protocol call                              runs the action
///     schedule(options:_:)                       as soon as possible, once
///     schedule(after:tolerance:options:_:)       at a time, once
///     schedule(after:interval:…)                 at a time, and then after every interval, until cancelled
///
/// On a serial scheduler, immediate work runs in the order scheduled. Work due at the same later time also runs in that
/// order on a test's clock, but in any order on a real one. A scheduler need not be serial: operators that promise an
/// order keep it themselves.
///
/// All members may be used on any thread. A scheduler need not be `Sendable`: `RunLoop` is not, because its other
/// methods are restricted to its own thread.
@preconcurrency
public protocol Scheduler<SchedulerTimeType>: SendableMetatype {
  /// A time of this scheduler's clock; its stride is a duration.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

  /// Options for scheduled work; `Never` if there are none.
  associatedtype SchedulerOptions

  /// The current time.
  var now: SchedulerTimeType { get }

  /// The smallest tolerance that the scheduler distinguishes.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs `action` as soon as possible.
  ///
  /// - Parameters:
  ///   - options: Options for the work, or `nil`.
  ///   - action: The work. It may run before this method returns.
  @preconcurrency
  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

  /// Runs `action` once at a time.
  ///
  /// - Parameters:
  ///   - date: The time. If it has passed, the work runs as soon as possible.
  ///   - tolerance: The acceptable delay beyond `date`.
  ///   - options: Options for the work, or `nil`.
  ///   - action: The work.
  @preconcurrency
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void)

  /// Runs `action` at a time, and then after every interval.
  ///
  /// Times count from `date`, not from the end of the previous run, so they do not drift. For a first run after one
  /// interval, pass `now.advanced(by: interval)`.
  ///
  /// - Parameters:
  ///   - date: The time of the first run.
  ///   - interval: The time between runs.
  ///   - tolerance: The acceptable delay of each run.
  ///   - options: Options for the work, or `nil`.
  ///   - action: The work.
  /// - Returns: A handle that ends the runs when it is cancelled or released.
  @preconcurrency
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable
}

// MARK: - Short forms

extension Scheduler {
  /// Runs `action` as soon as possible, without options.
  ///
  /// - Parameter action: The work. It may run before this method returns.
  @inlinable
  @preconcurrency
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    schedule(options: nil, action)
  }

  /// Runs `action` once at a time, with the minimum tolerance and without options.
  ///
  /// - Parameters:
  ///   - date: The time. If it has passed, the work runs as soon as possible.
  ///   - action: The work.
  @inlinable
  @preconcurrency
  public func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` once at a time, without options.
  ///
  /// - Parameters:
  ///   - date: The time. If it has passed, the work runs as soon as possible.
  ///   - tolerance: The acceptable delay beyond `date`.
  ///   - action: The work.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` at a time and after every interval, with the minimum tolerance and without options.
  ///
  /// - Parameters:
  ///   - date: The time of the first run.
  ///   - interval: The time between runs.
  ///   - action: The work.
  /// - Returns: A handle that ends the runs when it is cancelled or released.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` at a time and after every interval, without options.
  ///
  /// - Parameters:
  ///   - date: The time of the first run.
  ///   - interval: The time between runs.
  ///   - tolerance: The acceptable delay of each run.
  ///   - action: The work.
  /// - Returns: A handle that ends the runs when it is cancelled or released.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
