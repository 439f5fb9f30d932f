public import StreamCore

/// A scheduler that measures time by a Swift clock, and runs work in tasks, one item at a time.
///
///     publisher.debounce(for: 0.3, scheduler: ClockScheduler(ContinuousClock()))
///
/// Immediate work runs in the order scheduled, delayed work when it is due. Work is not isolated to any actor.
public final class ClockScheduler<C: Clock>: Scheduler, Sendable where C.Duration == Duration {
  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The clock.
  public let clock: C

  private let queue: WorkQueue

  /// Creates a scheduler.
  ///
  /// - Parameter clock: The clock that measures time.
  public convenience init(_ clock: C) {
    self.init(clock, .anywhere)
  }

  /// Creates a scheduler whose work is done in one place.
  init(_ clock: C, _ place: ActorPlace) {
    self.clock = clock
    queue = WorkQueue(place)
  }

  /// The clock's current time.
  public var now: SchedulerTimeType { SchedulerTimeType(clock.now) }

  /// The clock's resolution.
  public var minimumTolerance: SchedulerTimeType.Stride { NanosecondStride(clamping: clock.minimumResolution) }

  /// Runs `action` after the pending work.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    queue.perform(action)
  }

  /// Runs `action` at a time.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let clock = clock
    Task { [self] in
      // The task is never cancelled, so the sleep lasts until the due time.
      try? await clock.sleep(until: date.instant, tolerance: tolerance.duration)
      schedule(action)
    }
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
        due = due.next(after: interval, at: now)
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
    /// A duration, in nanoseconds.
    public typealias Stride = NanosecondStride

    /// The clock's instant.
    public let instant: C.Instant

    /// Creates a time from the clock's instant.
    ///
    /// - Parameter instant: The instant.
    public init(_ instant: C.Instant) {
      self.instant = instant
    }

    /// Returns the stride to another time; negative if that is earlier.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The stride from this time to the other.
    public func distance(to other: Self) -> Stride {
      NanosecondStride(clamping: instant.duration(to: other.instant))
    }

    /// Returns this time plus a stride.
    ///
    /// - Parameter n: The stride; negative for an earlier time.
    /// - Returns: The sum.
    public func advanced(by n: Stride) -> Self {
      Self(instant.advanced(by: n.duration))
    }

    /// The time of the next run of work that repeats and was due at this time. Of the runs that a long one has missed,
    /// the last is made up for.
    func next(after interval: Stride, at now: Self) -> Self {
      let next = advanced(by: interval)
      let late = next.distance(to: now).magnitude
      return late > 0 ? next.advanced(by: .nanoseconds(late / interval.magnitude * interval.magnitude)) : next
    }

    /// Whether the left time is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.instant < rhs.instant }
  }
}

extension NanosecondStride {
  /// Creates a stride from a duration, clamped to the range of the stride.
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
