public import StreamSchedulers

/// A clock for `async` code whose time is that of a test's scheduler.
///
///     try await withSerialTasks {
///       async let answer = ask(within: .seconds(5), clock: scheduler.clock)
///       await scheduler.advance(by: 5)
///       try await #expect(answer == nil)
///     }
///
/// A sleeping task is work of the scheduler: it counts in `pendingCount`, and wakes at its time, in the order in which
/// it fell asleep among the work due then, or shuffled with that. Its deadline is exact; a tolerance changes nothing. A
/// cancel ends the sleep immediately, with a `CancellationError`. A sleep until a time that is not later than now
/// returns immediately.
///
/// The `async` methods of the scheduler let the tasks that they wake run, ``withSerialTasks(isolation:_:)`` all others
/// too. The other methods only make the sleeping tasks ready, which then run when the concurrency pool has a thread.
public struct TestClock: Clock {
  /// A virtual time.
  public typealias Instant = VirtualTime

  private let timeline: any Timeline

  init(_ timeline: any Timeline) {
    self.timeline = timeline
  }

  /// The scheduler's current time.
  public var now: VirtualTime { timeline.virtualNow }

  /// One nanosecond, to which shorter durations are truncated.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until the scheduler's clock has reached a time, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - tolerance: Ignored: the task wakes at its deadline.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualTime, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper(timeline)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper.sleep(until: deadline, $0) }
    } onCancel: {
      sleeper.cancel()
    }
    await sleeper.arrive()
  }
}

extension VirtualTime: InstantProtocol {
  /// Returns this time plus a duration, truncated to nanoseconds and clamped to the range of a time.
  ///
  /// - Parameter duration: The duration; negative for an earlier time.
  /// - Returns: The sum.
  @_disfavoredOverload
  public func advanced(by duration: Duration) -> Self { advanced(by: NanosecondStride(clamping: duration)) }

  /// Returns the duration to another time; negative if that is earlier.
  ///
  /// - Parameter other: The other time.
  /// - Returns: The duration.
  public func duration(to other: Self) -> Duration { distance(to: other).duration }
}

extension TestScheduler {
  /// The scheduler's time as a clock of `async` code.
  public var clock: TestClock { TestClock(ZeroedTimeline(scheduler: stepped, zero: 0)) }
}

extension SteppedScheduler where SchedulerTimeType: Sendable, SchedulerTimeType.Stride == NanosecondStride {
  /// The scheduler's time as a clock of `async` code, whose zero is the time with which the scheduler was created.
  public var clock: TestClock { TestClock(ZeroedTimeline(scheduler: self, zero: start)) }
}

/// What a clock needs of a scheduler.
protocol Timeline: Sendable {
  var virtualNow: VirtualTime { get }
  func scheduleWake(at time: VirtualTime, _ wake: @escaping @Sendable () -> Void) -> Int?
  func remove(ticket: Int)
}

/// The times of a scheduler, as virtual times since one of them.
private struct ZeroedTimeline<Time: Strideable & Sendable, Options>: Timeline where Time.Stride == NanosecondStride {
  let scheduler: SteppedScheduler<Time, Options>
  let zero: Time

  var virtualNow: VirtualTime { VirtualTime(zero.distance(to: scheduler.now)) }

  func scheduleWake(at time: VirtualTime, _ wake: @escaping @Sendable () -> Void) -> Int? {
    scheduler.scheduleRemovable(after: zero.advanced(by: time.sinceZero), wake)
  }

  func remove(ticket: Int) {
    scheduler.remove(ticket: ticket)
  }
}
