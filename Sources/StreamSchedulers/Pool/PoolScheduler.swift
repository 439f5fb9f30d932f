public import StreamCore

/// A scheduler with a fixed number of threads of its own, which run work in the order scheduled, several pieces at a
/// time.
///
///     let pool = PoolScheduler(threads: 8)
///     urls.orderedFlatMap(maxPublishers: 8) { Just($0).map(work).subscribe(on: pool) }
///
/// Use it for work that computes or blocks, in place of a global queue, whose number of threads is not yours to choose.
/// ``serial()`` makes a scheduler whose work never overlaps. Operators keep the order of their elements on either:
/// `receive(on: pool)` delivers serially, on changing threads.
///
/// **Back-pressure**: if no thread is free, up to `maxQueued` pieces of work wait. Further work runs on the calling
/// thread, before `schedule` returns. This slows the caller down instead of losing work or filling the memory. Work
/// that is scheduled in such a run, when there is still no room, runs on the same thread after it, so that the stack
/// does not grow. A separate thread waits for the time of delayed work, then queues it whether there is room or not.
///
/// **The end**: when the last reference to a pool and its lanes is released, its threads end, after all that has been
/// scheduled has run. ``shutdown()`` ends them earlier. Times are those of `ContinuousClock`.
///
/// - Complexity: O(1), amortised, for each piece of work; O(log *n*) for delayed work, where *n* is the number of
///   delayed pieces.
public final class PoolScheduler: Scheduler, Sendable {
  /// The time of the continuous clock.
  public typealias SchedulerTimeType = ClockScheduler<ContinuousClock>.SchedulerTimeType

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// As many threads as there are processors, for the whole process. It is never shut down.
  public static let computation = PoolScheduler(
    threads: processorCount(), maxQueued: 100_000, name: "computation", isShared: true)

  let core: PoolCore
  private let isShared: Bool

  /// Creates a scheduler, and starts its threads.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that run work. Zero traps.
  ///   - maxQueued: How many pieces of work may wait for a thread. With zero, there is room only if a thread is free. A
  ///     negative number traps.
  ///   - name: The prefix of the threads' names. Linux shows 15 bytes of a name.
  public convenience init(threads: Int, maxQueued: Int = 100_000, name: String = "streams") {
    self.init(threads: threads, maxQueued: maxQueued, name: name, isShared: false)
  }

  private init(threads: Int, maxQueued: Int, name: String, isShared: Bool) {
    precondition(threads > 0, "A pool has one thread or more, not \(threads).")
    precondition(maxQueued >= 0, "The number of pieces of work that may wait is not negative: \(maxQueued).")
    core = PoolCore(threads: threads, maxQueued: maxQueued, name: name)
    self.isShared = isShared
    core.start()
  }

  deinit {
    core.close()
  }

  /// Makes a scheduler that runs work on the threads of this one, a piece at a time and in order.
  ///
  /// - Returns: The scheduler, which has an order of its own, and keeps the pool.
  public func serial() -> SerialLane {
    SerialLane(pool: self, lane: core.state.withLock { $0.pool.makeLane() })
  }

  /// Ends the threads when their current work has ended, and drops all waiting work: in the queue, in lanes, delayed,
  /// or repeating. Work scheduled later is dropped, too.
  ///
  /// It does not wait, so work may call it. Calling it on the shared ``computation`` pool traps, because other code
  /// uses that pool.
  ///
  /// - Returns: How many pieces of work have been dropped. ``droppedCount`` counts later ones as well.
  @discardableResult
  public func shutdown() -> Int {
    precondition(!isShared, "PoolScheduler.computation is shared by the whole process, and is never shut down.")
    return core.shutDown()
  }

  /// How many pieces of work have been dropped: at the shutdown, and because they were scheduled after it.
  public var droppedCount: Int { core.state.withLock { $0.pool.droppedCount } }
}

// MARK: - Scheduler

extension PoolScheduler {
  /// The time of the continuous clock.
  public var now: SchedulerTimeType { SchedulerTimeType(ContinuousClock.now) }

  /// The resolution of the continuous clock.
  public var minimumTolerance: SchedulerTimeType.Stride {
    NanosecondStride(clamping: ContinuousClock().minimumResolution)
  }

  /// Runs `action` on a thread of the pool, after the work that waits; on the calling thread if too much waits.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    core.schedule(action)
  }

  /// Runs `action` on a thread of the pool, at a time or up to `tolerance` later.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    core.schedule(action, in: nil, at: date.instant, tolerance: tolerance.duration)
  }

  /// Runs `action` on a thread of the pool, at a time and after every interval, until the result is cancelled or
  /// released. Runs do not overlap. Intervals count from `date`; of runs missed during a long one, only the last is
  /// made up for.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    return core.repeat(action, in: nil, at: date.instant, every: interval, tolerance: tolerance.duration)
  }
}
