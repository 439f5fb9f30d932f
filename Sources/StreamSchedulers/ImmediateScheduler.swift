public import StreamCore

/// Runs work at once, on the calling thread, before `schedule` returns.
///
/// Give it to an operator that needs a scheduler where no hop is wanted, in a test say. It has no clock, so that work
/// for a later time, and work that repeats, is a programmer's error, and traps.
@frozen
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The scheduler; all are alike.
  public static let shared = ImmediateScheduler()

  @usableFromInline
  init() {}

  /// Always the same time: no time passes here.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action`.
  @inlinable
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs `action`, if `date` is not later than ``now``; traps if it is.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let delay = now.distance(to: date)
    precondition(
      delay <= .nanoseconds(0),
      "ImmediateScheduler has no clock: it cannot run work \(delay.magnitude) ns from now. Use another scheduler.")
    action()
  }

  /// Traps: work that repeats needs a clock.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    preconditionFailure(
      "ImmediateScheduler has no clock: it cannot run work every \(interval.magnitude) ns. Use another scheduler.")
  }
}

extension ImmediateScheduler {
  /// A time of a clock that stands still.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// A length of time, in nanoseconds.
    public typealias Stride = NanosecondStride

    private var sinceNow = Stride.nanoseconds(0)

    fileprivate init() {}

    /// How much later another time is; less than zero if it is earlier.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The stride from this time to the other.
    public func distance(to other: Self) -> Stride { other.sinceNow - sinceNow }

    /// The time that is a stride later.
    ///
    /// - Parameter n: The stride; less than zero for an earlier time.
    /// - Returns: The later time.
    public func advanced(by n: Stride) -> Self {
      var advanced = self
      advanced.sinceNow += n
      return advanced
    }
  }
}
