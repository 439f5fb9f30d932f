public import StreamCore

/// A scheduler with a manually advanced clock and the time types of any scheduler: virtual seconds pass in
/// microseconds, deterministically.
///
///     let queue = SteppedScheduler<DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions>(now: start)
///     let cancellable = subject.debounce(for: .seconds(3), scheduler: queue).sink { print($0) }
///     subject.send("a")
///     queue.advance(by: .seconds(3))    // prints a
///
/// Code written for a `DispatchQueue`, as an `AnySchedulerOf<DispatchQueue>`, runs on it unchanged;
/// `DispatchQueue.test` creates one.
///
/// Work runs on the thread that advances the clock, and sees its due time in ``now``. Work due at the same time runs in
/// the order scheduled; repeating work keeps its original position. A scheduler with a seed shuffles it, to find code
/// that depends on that order.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSchedulers.SteppedScheduler`.
///
/// - Complexity: O(log *n*) to schedule, to run and, amortised, to cancel, where *n* is the number of pieces of work
///   that wait.
public final class SteppedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private struct State {
    let start: SchedulerTimeType
    var now: SchedulerTimeType
    var queue: StepQueue<SchedulerTimeType>
  }

  private let state: Locked<State>

  /// The seed that shuffles work due at the same time, or `nil`.
  public let shuffleSeed: UInt64?

  /// Creates a scheduler with a stopped clock.
  ///
  /// - Parameters:
  ///   - now: The initial time.
  ///   - shuffleSeed: Shuffles work due at the same time, reproducibly for the same seed; `nil` keeps it in order.
  public init(now: SchedulerTimeType, shuffleSeed: UInt64? = nil) {
    self.shuffleSeed = shuffleSeed
    state = Locked(State(start: now, now: now, queue: StepQueue(shuffledBy: shuffleSeed)))
  }

  /// The current virtual time.
  public var now: SchedulerTimeType { state.withLock { $0.now } }

  /// The time at which the clock was created.
  package var start: SchedulerTimeType { state.withLock { $0.start } }

  /// One nanosecond, in the clock's stride.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(1) }

  /// The number of pending work items.
  public var pendingCount: Int { state.withLock { $0.queue.count } }
}

// MARK: - The clock

extension SteppedScheduler {
  /// Advances the clock, running the work that becomes due, including work scheduled by it.
  ///
  /// - Parameter stride: The time to advance by, not negative; zero runs the work due now.
  public func advance(by stride: SchedulerTimeType.Stride = .nanoseconds(0)) {
    precondition(stride >= 0, "Time does not run backwards: advance(by: \(stride)).")
    advance(to: now.advanced(by: stride))
  }

  /// Advances the clock to a time, running the work that becomes due, including work scheduled by it.
  ///
  /// - Parameter time: The time; a past time changes nothing.
  public func advance(to time: SchedulerTimeType) {
    // In one step: work that another thread schedules either precedes the move, and runs, or sees the clock moved.
    while let work = popFirst(until: time, elseMovingClock: true) { work() }
  }

  /// Moves the clock, and runs nothing.
  ///
  /// - Parameter time: The time; a past time changes nothing.
  package func moveClock(to time: SchedulerTimeType) {
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Runs work until none is pending, and leaves the clock at the time of the last item.
  ///
  /// Endlessly repeating work would never let it return. So it stops after a number of items, which is an error that
  /// names the repeating work: it traps or, if `StreamTesting` is imported, fails the running test.
  ///
  /// - Parameter limit: The number of work items after which to stop.
  @_disfavoredOverload
  public func run(limit: Int = 1_000_000) {
    if let complaint = complaintOfRun(limit: limit) { preconditionFailure(complaint) }
  }

  /// Runs work until none is pending, or a number of items has run.
  ///
  /// - Parameter limit: The number.
  /// - Returns: A complaint about the work still pending then; `nil` if there is none.
  package func complaintOfRun(limit: Int) -> String? {
    precondition(limit >= 0, "A limit of work cannot be less than none: run(limit: \(limit)).")
    for _ in 0..<limit {
      guard let work = popFirst(until: nil) else { return nil }
      work()
    }
    return complaintOfPendingWork(limit: limit)
  }

  /// - Parameter limit: The limit that a run has come to.
  /// - Returns: A complaint about the pending work; `nil` if there is none.
  package func complaintOfPendingWork(limit: Int) -> String? {
    let (count, repetition) = state.withLock { ($0.queue.count, $0.queue.firstRepetition) }
    guard count > 0 else { return nil }
    let cause = repetition?.description ?? "work schedules work without end"
    return "run(limit: \(limit)) has come to its limit, and work still waits (\(count)): \(cause)."
  }

  /// Runs the work due until a time, and leaves the clock at the time of the last item.
  ///
  /// - Parameter time: The time.
  package func runWork(until time: SchedulerTimeType) {
    while let work = popFirst(until: time) { work() }
  }

  /// Removes the first work due until a time, and moves the clock to its due time.
  ///
  /// - Parameters:
  ///   - time: The time; `nil` for no limit.
  ///   - movesClock: Whether the clock moves to that time if there is no work.
  /// - Returns: The work, which the caller runs.
  package func popFirst(
    until time: SchedulerTimeType?, elseMovingClock movesClock: Bool = false
  ) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let work = state.queue.popFirst(until: time) else {
        if movesClock, let time { state.now = max(state.now, time) }
        return nil
      }
      state.now = max(state.now, work.due)
      return work.action
    }
  }
}

// MARK: - Work that can be removed

extension SteppedScheduler {
  /// Runs `action` once at a later time, unless it is removed before.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - action: The work.
  /// - Returns: A ticket for ``remove(ticket:)``; `nil`, without the work being scheduled, if the time is not later
  ///   than now.
  package func scheduleRemovable(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      date > state.now ? state.queue.insertRemovable(at: date, action) : nil
    }
  }

  /// Issues a ticket: the position among work due at the same time.
  package func makeTicket() -> Int { state.withLock { $0.queue.makeTicket() } }

  /// Runs `action` once at a later time, at the position of a ticket, unless it is removed before.
  ///
  /// - Parameters:
  ///   - date: The time.
  ///   - ticket: A ticket under which no work waits.
  ///   - action: The work.
  /// - Returns: Whether the work has been scheduled: the time is later than now.
  package func scheduleRemovable(
    after date: SchedulerTimeType, ticket: Int, _ action: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard date > state.now else { return false }
      state.queue.insertRemovable(at: date, ticket: ticket, action)
      return true
    }
  }

  /// Removes and releases work that has not run.
  ///
  /// - Parameter ticket: Its ticket.
  package func remove(ticket: Int) {
    let released = state.withLock { $0.queue.remove(ticket) }
    withExtendedLifetime(released) {}
  }
}

// MARK: - Scheduler

extension SteppedScheduler {
  /// Runs `action` when the clock next advances, at the current time.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.queue.insert(at: $0.now, action) }
  }

  /// Runs `action` at a time; a past time means the current one.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.queue.insert(at: max(date, $0.now), action) }
  }

  /// Runs `action` at a time and after every interval, until the result is cancelled or released.
  ///
  /// An interval of zero or less means the shortest one that advances the clock: one nanosecond, or more if the clock's
  /// times are coarser. On a clock that cannot advance further, the work runs once.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let repetition = SteppedRepetition(
      action, ticket: state.withLock { $0.queue.makeTicket() },
      description: "work repeats every \(interval) and is not cancelled")
    insert(repetition, at: date, every: interval)
    return AnyCancellable(SteppedRun(scheduler: self, repetition: repetition, date: date, interval: interval))
  }

  fileprivate func remove(_ repetition: SteppedRepetition) {
    remove(ticket: repetition.ticket)
  }

  private func insert(
    _ repetition: SteppedRepetition, at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride
  ) {
    let run = SteppedRun(scheduler: self, repetition: repetition, date: date, interval: interval)
    // Insert under the repetition's lock: a concurrent cancel either precedes the check, or finds the work in the
    // queue.
    repetition.ifWanted {
      state.withLock { $0.queue.insert(at: max(date, $0.now), repeating: repetition, run.run) }
    }
  }

  fileprivate func insertNext(
    of repetition: SteppedRepetition, after date: SchedulerTimeType, every interval: SchedulerTimeType.Stride
  ) {
    guard let next = date.next(after: interval) else { return }
    insert(repetition, at: next, every: interval)
  }
}

/// A run of repeating work. It references its scheduler weakly, whose queue retains it.
// Sendable: the scheduler's time, which need not be Sendable, is read only by the thread that advances the clock.
private struct SteppedRun<SchedulerTimeType: Strideable, SchedulerOptions>: ConcurrentCancellable, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  weak var scheduler: SteppedScheduler<SchedulerTimeType, SchedulerOptions>?
  let repetition: SteppedRepetition
  let date: SchedulerTimeType
  let interval: SchedulerTimeType.Stride

  init(
    scheduler: SteppedScheduler<SchedulerTimeType, SchedulerOptions>, repetition: SteppedRepetition,
    date: SchedulerTimeType, interval: SchedulerTimeType.Stride
  ) {
    self.scheduler = scheduler
    self.repetition = repetition
    self.date = date
    self.interval = interval
  }

  @Sendable
  func run() {
    guard let action = repetition.action else { return }
    scheduler?.insertNext(of: repetition, after: date, every: interval)
    action()
  }

  func cancel() {
    repetition.cancel()
    scheduler?.remove(repetition)
  }
}

/// Work that repeats until it is cancelled.
final class SteppedRepetition: Sendable {
  /// The closure is only copied: in unoptimised builds, each `inout` access wraps it in another thunk.
  private struct State {
    var isWanted = true
    var action: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  /// Its position among work due at the same time.
  let ticket: Int

  /// Its description in the message about an endless run.
  let description: String

  init(_ action: @escaping @Sendable () -> Void, ticket: Int, description: String) {
    state = Locked(State(action: action))
    self.ticket = ticket
    self.description = description
  }

  /// The work, unless it has been cancelled.
  var action: (@Sendable () -> Void)? { state.value.action }

  /// Inserts the next run into a queue, unless the work has been cancelled.
  func ifWanted(_ insert: () -> Void) {
    state.withLock { if $0.isWanted { insert() } }
  }

  /// Releases the work.
  func cancel() {
    let released = state.exchange(State(isWanted: false, action: nil))
    withExtendedLifetime(released) {}
  }
}

extension Strideable where Stride: SchedulerTimeIntervalConvertible {
  /// The next time of repeating work; `nil` if the clock has no later time.
  fileprivate func next(after interval: Stride) -> Self? {
    var step = interval > 0 ? interval : .nanoseconds(1)
    guard step > 0 else { return nil }
    while true {
      let next = advanced(by: step)
      if next > self { return next }
      // The clock's resolution cannot represent so short an interval; try a longer one.
      let longer = step + step
      guard longer > step else { return nil }
      step = longer
    }
  }
}
