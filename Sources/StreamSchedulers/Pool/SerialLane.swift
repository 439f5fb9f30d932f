public import StreamCore

/// A scheduler that runs work on the threads of a pool, a piece at a time and in the order scheduled: `serial()` of a
/// ``PoolScheduler`` makes it.
///
///     let lane = pool.serial()
///     lane.schedule(a); lane.schedule(b)        a, then b, possibly on different threads
///
/// Lanes take turns: after a piece of work, other work of the pool comes first. A lane costs nothing while it has no
/// work, so that there may be one for each connection, or each object that needs protection.
///
/// - Important: If as much work waits as the pool allows, `schedule` blocks the calling thread until there is room.
///   Running the work on that thread would let it overtake the waiting work. On a thread of any pool, as in work of the
///   same lane, it never blocks, because the room could depend on that very thread: there, work is queued beyond the
///   bound.
public struct SerialLane: Scheduler, Sendable {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = PoolScheduler.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The scheduler that has the threads.
  public let pool: PoolScheduler

  private let lane: Int

  init(pool: PoolScheduler, lane: Int) {
    (self.pool, self.lane) = (pool, lane)
  }

  /// The time of the continuous clock.
  public var now: SchedulerTimeType { pool.now }

  /// The resolution of the continuous clock.
  public var minimumTolerance: SchedulerTimeType.Stride { pool.minimumTolerance }

  /// Runs `action` after the work of the lane that waits; blocks while too much waits in the pool.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    pool.core.schedule(action, in: lane)
  }

  /// Runs `action` at a time or up to `tolerance` later, after the work of the lane that waits then.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    pool.core.schedule(action, in: lane, at: date.instant, tolerance: tolerance.duration)
  }

  /// Runs `action` at a time and after every interval, until the result is cancelled or released. Intervals count from
  /// `date`; of runs missed during a long one, only the last is made up for.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    return pool.core.repeat(action, in: lane, at: date.instant, every: interval, tolerance: tolerance.duration)
  }
}
