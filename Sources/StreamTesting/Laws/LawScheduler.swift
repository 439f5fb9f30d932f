internal import StreamCore
public import StreamSchedulers

/// The scheduler of a law's run: virtual time, or a scheduler of the program whose milliseconds are the run's seconds.
///
/// Work that is scheduled on it keeps the run as a task-local value, so that its drops are counted for that run.
public final class LawScheduler: Scheduler, @unchecked Sendable {
  // Sendable: the closures do not change, and a scheduler may be used on any thread.

  /// The number of ticks since the run began, as seconds of virtual time.
  public typealias SchedulerTimeType = VirtualTime

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The virtual clock; `nil` in real time.
  let clock: TestScheduler?

  private let readNow: () -> VirtualTime
  private let soon: (@escaping @Sendable () -> Void) -> Void
  private let once: (VirtualTime, @escaping @Sendable () -> Void) -> Void
  private let repeatedly: (VirtualTime, VirtualTime.Stride, @escaping @Sendable () -> Void) -> any Cancellable

  /// A scheduler in virtual time.
  init(clock: TestScheduler) {
    self.clock = clock
    readNow = { clock.now }
    soon = { clock.schedule(options: nil, $0) }
    once = { clock.schedule(after: $0, tolerance: 0, options: nil, $1) }
    repeatedly = { clock.schedule(after: $0, interval: $1, tolerance: 0, options: nil, $2) }
  }

  /// A queue of the explorer.
  init(exploring queue: ExploredQueue) {
    clock = nil
    readNow = { queue.now }
    soon = { queue.schedule(options: nil, $0) }
    once = { queue.schedule(after: $0, tolerance: 0, options: nil, $1) }
    repeatedly = { queue.schedule(after: $0, interval: $1, tolerance: 0, options: nil, $2) }
  }

  /// A scheduler that runs work on another, a thousand times as fast.
  init<Base: Scheduler>(on base: Base) {
    clock = nil
    let start = base.now
    let real: (VirtualTime.Stride) -> Base.SchedulerTimeType.Stride = { .nanoseconds(max(0, $0.magnitude / 1_000)) }
    let date: (VirtualTime) -> Base.SchedulerTimeType = { start.advanced(by: real($0.sinceZero)) }
    readNow = { VirtualTime(.nanoseconds(start.distance(to: base.now).nanoseconds * 1_000)) }
    soon = { base.schedule(options: nil, $0) }
    once = { base.schedule(after: date($0), tolerance: base.minimumTolerance, options: nil, $1) }
    repeatedly = {
      base.schedule(after: date($0), interval: real($1), tolerance: base.minimumTolerance, options: nil, $2)
    }
  }

  /// The time of the run.
  public var now: VirtualTime { readNow() }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { .nanoseconds(1) }

  /// Runs `action` as soon as possible.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    soon(LawRun.carrying(action))
  }

  /// Runs `action` at a time.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    once(date, LawRun.carrying(action))
  }

  /// Runs `action` at a time and after every interval, until the result is cancelled or released.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    repeatedly(date, interval, LawRun.carrying(action))
  }
}
