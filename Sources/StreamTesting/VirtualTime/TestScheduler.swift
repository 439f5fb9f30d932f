public import StreamCore
public import StreamSchedulers

/// A scheduler with a test-controlled clock: virtual seconds pass in microseconds, deterministically.
///
///     let scheduler = TestScheduler()
///     let cancellable = Just(1).delay(for: 1, scheduler: scheduler).sink { print($0) }
///     scheduler.advance(by: 1)    // prints 1
///
/// Work runs on the thread that advances the clock, and sees its due time in ``now``. Work due at the same time runs in
/// the order scheduled, repeating work in its original position; a scheduler with a seed shuffles it, to find code that
/// depends on that order.
///
/// It has a time type of its own. For code that uses another scheduler's times, see ``TestSchedulerOf``.
///
/// - Complexity: O(log *n*) to schedule, to run and, amortised, to cancel, where *n* is the number of pieces of work
///   that wait.
public final class TestScheduler: Scheduler, Sendable {
  /// The number of virtual seconds since the clock's zero.
  public typealias SchedulerTimeType = VirtualTime

  /// It has no options.
  public typealias SchedulerOptions = Never

  let stepped: SteppedScheduler<VirtualTime, Never>

  /// Creates a scheduler with a stopped clock.
  ///
  /// - Parameters:
  ///   - initialClock: The initial time, in seconds.
  ///   - shuffleSeed: Shuffles work due at the same time, reproducibly for the same seed; `nil` keeps it in order.
  public init(initialClock: VirtualTime = 0, shuffleSeed: UInt64? = nil) {
    stepped = SteppedScheduler(now: initialClock, shuffleSeed: shuffleSeed)
  }

  /// The seed that shuffles work due at the same time, or `nil`.
  public var shuffleSeed: UInt64? { stepped.shuffleSeed }

  /// The current virtual time.
  public var now: VirtualTime { stepped.now }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { stepped.minimumTolerance }

  /// The number of pending work items.
  public var pendingCount: Int { stepped.pendingCount }

  // MARK: The clock

  /// Advances the clock to a time, running the work that becomes due, including work scheduled by it.
  ///
  /// - Parameter time: The time, in seconds; a past time changes nothing.
  public func advance(to time: VirtualTime) {
    stepped.advance(to: time)
  }

  /// Advances the clock.
  ///
  /// - Parameter stride: The time to advance by; not negative.
  public func advance(by stride: VirtualTime.Stride) {
    precondition(stride >= .nanoseconds(0), "Time does not run backwards: \(stride.magnitude) ns.")
    stepped.advance(by: stride)
  }

  /// Runs work until none is pending, and leaves the clock at the time of the last item.
  ///
  /// - Parameter limit: The time at which to stop, for work that repeats endlessly.
  public func resume(until limit: VirtualTime = .distantFuture) {
    stepped.runWork(until: limit)
  }

  // MARK: Scheduler

  /// Runs `action` when the clock next advances, at the current time.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    stepped.schedule(options: options, action)
  }

  /// Runs `action` at a time; a past time means the current one.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    stepped.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` at a time and after every interval, until the result is cancelled or released.
  ///
  /// An interval of zero or less means one virtual second: the tick of a marble diagram, and the unit of an integer
  /// time.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    stepped.schedule(
      after: date, interval: interval > 0 ? interval : 1, tolerance: tolerance, options: options, action)
  }
}
