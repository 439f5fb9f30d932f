public import StreamCore

/// Decides when and where work runs.
///
/// An operator that hops to another thread, or lets time pass, is given a scheduler. The scheduler has a clock of its
/// own, whose times and strides may mean anything: seconds of a real clock, or the ticks of a test.
///
///     protocol call                              runs the action
///     schedule(options:_:)                       as soon as possible, once
///     schedule(after:tolerance:options:_:)       at a time, once
///     schedule(after:interval:…)                 at a time, and then after every interval, until cancelled
///
/// Work that is to run as soon as possible runs, on a serial scheduler, in the order in which it was scheduled. Work for
/// one later time does so on the clock of a test, and in any order on a real one. Nothing asks a scheduler to be serial:
/// operators keep their own order where they promise one.
///
/// All of a scheduler may be used on any thread: that is what it is for. It need not be `Sendable`, as `RunLoop` is not,
/// whose other methods are for its own thread alone.
@preconcurrency
public protocol Scheduler<SchedulerTimeType>: SendableMetatype {
  /// A time of this scheduler's clock; its stride is a length of time.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

  /// What else may be said about work, as this scheduler understands it; `Never` if nothing.
  associatedtype SchedulerOptions

  /// The present time.
  var now: SchedulerTimeType { get }

  /// The least tolerance that makes a difference to this scheduler.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs `action` as soon as possible.
  ///
  /// - Parameters:
  ///   - options: What else to observe, or `nil`.
  ///   - action: The work. It may run before this method returns.
  @preconcurrency
  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

  /// Runs `action` once at a time.
  ///
  /// - Parameters:
  ///   - date: The time. If it has passed, the work runs as soon as possible.
  ///   - tolerance: How much later will do.
  ///   - options: What else to observe, or `nil`.
  ///   - action: The work.
  @preconcurrency
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void)

  /// Runs `action` at a time, and from then on after every interval.
  ///
  /// The times are counted from `date`, not from the end of the run before, so that they do not drift. For a first run
  /// after one interval, pass `now.advanced(by: interval)`.
  ///
  /// - Parameters:
  ///   - date: The time of the first run.
  ///   - interval: The length of time between runs.
  ///   - tolerance: How much later will do.
  ///   - options: What else to observe, or `nil`.
  ///   - action: The work.
  /// - Returns: What ends the runs when it is cancelled, or released.
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

  /// Runs `action` once at a time, with the least tolerance and without options.
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
  ///   - tolerance: How much later will do.
  ///   - action: The work.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` at a time and after every interval, with the least tolerance and without options.
  ///
  /// - Parameters:
  ///   - date: The time of the first run.
  ///   - interval: The length of time between runs.
  ///   - action: The work.
  /// - Returns: What ends the runs when it is cancelled, or released.
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
  ///   - interval: The length of time between runs.
  ///   - tolerance: How much later will do.
  ///   - action: The work.
  /// - Returns: What ends the runs when it is cancelled, or released.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
