public import StreamCore
public import StreamSchedulers

/// A scheduler whose clock moves only when a test says so: seconds pass in microseconds, and at the same times in every
/// run.
///
///     let scheduler = TestScheduler()
///     let cancellable = Just(1).delay(for: 1, scheduler: scheduler).sink { print($0) }
///     scheduler.advance(by: 1)    // prints 1
///
/// Work runs on the thread that advances the clock, and sees its own time in ``now``. Work of one time runs in the order
/// in which it was scheduled, work that repeats in the place that it had at first; a scheduler with a seed shuffles it, to
/// find what depends on that order.
///
/// It has seconds of its own. For code that is written for the times of another scheduler, there is ``TestSchedulerOf``.
public final class TestScheduler: Scheduler, Sendable {
  /// A number of virtual seconds.
  public typealias SchedulerTimeType = VirtualTime

  /// There are no options.
  public typealias SchedulerOptions = Never

  let stepped: SteppedScheduler<VirtualTime, Never>

  /// Makes a scheduler whose clock stands.
  ///
  /// - Parameters:
  ///   - initialClock: What the clock shows, in seconds.
  ///   - shuffleSeed: Shuffles work of one time, the same way in every run with the same seed; `nil` leaves it in order.
  public init(initialClock: VirtualTime = 0, shuffleSeed: UInt64? = nil) {
    stepped = SteppedScheduler(now: initialClock, shuffleSeed: shuffleSeed)
  }

  /// What the order of work of one time is shuffled by, if it is.
  public var shuffleSeed: UInt64? { stepped.shuffleSeed }

  /// What the clock shows.
  public var now: VirtualTime { stepped.now }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { stepped.minimumTolerance }

  /// How many pieces of work wait for their time.
  public var pendingCount: Int { stepped.pendingCount }

  // MARK: The clock

  /// Moves the clock to a time, and runs the work that is due on the way, also what that work schedules.
  ///
  /// - Parameter time: The time, in seconds; one that has passed changes nothing.
  public func advance(to time: VirtualTime) {
    stepped.advance(to: time)
  }

  /// Moves the clock on.
  ///
  /// - Parameter stride: By how much, zero or more.
  public func advance(by stride: VirtualTime.Stride) {
    precondition(stride >= .nanoseconds(0), "Time does not run backwards: \(stride.magnitude) ns.")
    stepped.advance(by: stride)
  }

  /// Runs work until none is left, and leaves the clock at the time of the last.
  ///
  /// - Parameter limit: The time at which to stop, for work that repeats for ever.
  public func resume(until limit: VirtualTime = .distantFuture) {
    stepped.runWork(until: limit)
  }

  // MARK: Scheduler

  /// Runs `action` when the clock is moved next, at the present time.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    stepped.schedule(options: options, action)
  }

  /// Runs `action` at a time; a time that has passed is the present one.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    stepped.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` at a time and after every interval, until what it returns is cancelled or released.
  ///
  /// An interval of nothing, or less, stands for the next instant, one virtual second later: the tick of a marble diagram, and
  /// the unit of a time that is written as a number.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    stepped.schedule(
      after: date, interval: interval > 0 ? interval : 1, tolerance: tolerance, options: options, action)
  }
}
