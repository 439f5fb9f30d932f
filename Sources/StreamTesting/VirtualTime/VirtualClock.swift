internal import StreamCore
public import StreamSchedulers

/// A scheduler whose clock a test moves: a ``TestScheduler``, or a ``TestSchedulerOf`` such as `DispatchQueue.test`.
///
/// `marbles(_:tick:scheduler:limit:_:)` can use its time. A client's own scheduler may conform.
public protocol VirtualClock: Scheduler, Sendable {
  /// Runs work until none is pending, and leaves the clock at the time of the last item.
  ///
  /// - Parameter limit: The time at which to stop, for work that repeats endlessly.
  func resume(until limit: SchedulerTimeType)
}

extension TestScheduler: VirtualClock {}

extension SteppedScheduler: VirtualClock {
  /// Runs work until none is pending, and leaves the clock at the time of the last item.
  ///
  /// - Parameter limit: The time at which to stop, for work that repeats endlessly.
  public func resume(until limit: SchedulerTimeType) {
    runWork(until: limit)
  }
}

/// A virtual clock with its times as ``VirtualTime``.
struct VirtualTimeline: Sendable {
  private let readNow: @Sendable () -> VirtualTime
  private let schedule: @Sendable (VirtualTime, @escaping @Sendable () -> Void) -> Void
  private let run: @Sendable (VirtualTime) -> Void

  /// Zero is the current time; for a `TestScheduler`, its own zero.
  init<Clock: VirtualClock>(_ clock: Clock) {
    if let clock = clock as? TestScheduler {
      readNow = { clock.now }
      schedule = { clock.schedule(after: $0, $1) }
      run = { clock.resume(until: $0) }
    } else {
      let zero = VirtualZero(time: clock.now)
      readNow = { VirtualTime(.nanoseconds(zero.time.distance(to: clock.now).nanoseconds)) }
      schedule = { time, work in
        clock.schedule(
          after: zero.time.advanced(by: .nanoseconds(time.sinceZero.magnitude)), tolerance: clock.minimumTolerance,
          options: nil, work)
      }
      run = { clock.resume(until: zero.time.advanced(by: .nanoseconds($0.sinceZero.magnitude))) }
    }
  }

  var now: VirtualTime { readNow() }

  func schedule(after time: VirtualTime, _ work: @escaping @Sendable () -> Void) {
    schedule(time, work)
  }

  func resume(until limit: VirtualTime) {
    run(limit)
  }
}

// Sendable: a time is a value that does not change; a scheduler hands it to whatever thread asks.
private struct VirtualZero<Time>: @unchecked Sendable {
  let time: Time
}

extension Comparable where Self: SchedulerTimeIntervalConvertible & SignedNumeric {
  /// The nearest number of nanoseconds, found by comparison: the protocol only makes strides. A negative stride gives
  /// zero.
  var nanoseconds: Int {
    let twice = self + self
    // The largest number whose half below, *n* − ½, is not more than the stride.
    var (lower, upper) = (0, Int.max / 4)
    while lower < upper {
      let middle = lower + (upper - lower + 1) / 2
      if .nanoseconds(2 * middle - 1) <= twice { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }
}
