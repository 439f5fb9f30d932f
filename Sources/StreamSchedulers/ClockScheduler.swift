public import StreamCore

/// A scheduler that goes by a clock of Swift's, and runs work in tasks, one piece after the other.
///
///     publisher.debounce(for: 0.3, scheduler: ClockScheduler(ContinuousClock()))
///
/// Work that is to run as soon as possible runs in the order in which it was scheduled, work for a later time when its
/// time comes. Whatever thread it runs on, it is no actor's.
public final class ClockScheduler<C: Clock>: Scheduler, Sendable where C.Duration == Duration {
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The clock.
  public let clock: C

  private let state = Locked((waiting: Queue<@Sendable () -> Void>(), isRunning: false))

  /// Makes a scheduler.
  ///
  /// - Parameter clock: The clock to go by.
  public init(_ clock: C) {
    self.clock = clock
  }

  /// The clock's present time.
  public var now: SchedulerTimeType { SchedulerTimeType(clock.now) }

  /// What the clock can tell apart.
  public var minimumTolerance: SchedulerTimeType.Stride { NanosecondStride(clamping: clock.minimumResolution) }

  /// Runs `action` after the work that waits.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    let isMine = state.withLock { state in
      state.waiting.append(action)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isMine { Task { runWaiting() } }
  }

  private func runWaiting() {
    while let action = next() { action() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      let action = state.waiting.popFirst()
      state.isRunning = action != nil
      return action
    }
  }

  /// Runs `action` at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let clock = clock
    Task { [self] in
      // Nobody can cancel this task, so that it sleeps until the time has come.
      try? await clock.sleep(until: date.instant, tolerance: tolerance.duration)
      schedule(action)
    }
  }

  /// Runs `action` at a time and after every interval, until what it returns is cancelled or released. Times count from
  /// `date`; of those that have passed when a run ends, only the last is made up for.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "An action that repeats must do so after an interval above zero, not \(interval).")
    let repetition = CancellableWork(action)
    let clock = clock
    let task = Task { [self] in
      var due = date
      while (try? await clock.sleep(until: due.instant, tolerance: tolerance.duration)) != nil {
        await withCheckedContinuation { continuation in
          schedule {
            repetition.run()
            continuation.resume()
          }
        }
        due = due.advanced(by: interval)
        let late = due.distance(to: now).magnitude
        if late > 0 { due = due.advanced(by: .nanoseconds(late / interval.magnitude * interval.magnitude)) }
      }
    }
    return AnyCancellable(
      ConcurrentCancellation {
        repetition.cancel()
        task.cancel()
      })
  }
}

extension ClockScheduler {
  /// A time of the clock.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// A length of time, in nanoseconds.
    public typealias Stride = NanosecondStride

    /// The time, as the clock has it.
    public let instant: C.Instant

    /// Makes a time from one of the clock.
    ///
    /// - Parameter instant: The time.
    public init(_ instant: C.Instant) {
      self.instant = instant
    }

    /// How much later another time is; less than zero if it is earlier.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The stride from this time to the other.
    public func distance(to other: Self) -> Stride {
      NanosecondStride(clamping: instant.duration(to: other.instant))
    }

    /// The time that is a stride later.
    ///
    /// - Parameter n: The stride; less than zero for an earlier time.
    /// - Returns: The later time.
    public func advanced(by n: Stride) -> Self {
      Self(instant.advanced(by: n.duration))
    }

    /// Whether the left time is the earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.instant < rhs.instant }
  }
}

extension NanosecondStride {
  /// Makes a stride from a duration; the longest there is from one that is longer.
  ///
  /// - Parameter duration: The duration.
  @_disfavoredOverload
  public init(clamping duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(Int(clamping: seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
  }

  /// The stride as a duration.
  @_disfavoredOverload
  public var duration: Duration { .nanoseconds(magnitude) }
}
