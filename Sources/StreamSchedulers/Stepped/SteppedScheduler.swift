public import StreamCore

/// A scheduler whose clock moves only when it is told to, and speaks the times of any scheduler: seconds pass in
/// microseconds, and at the same times in every run.
///
///     let queue = SteppedScheduler<DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions>(now: start)
///     let cancellable = subject.debounce(for: .seconds(3), scheduler: queue).sink { print($0) }
///     subject.send("a")
///     queue.advance(by: .seconds(3))    // prints a
///
/// Code that is written for a `DispatchQueue`, as an `AnySchedulerOf<DispatchQueue>`, runs on it unchanged. `StreamTesting`
/// makes one by `DispatchQueue.test`.
///
/// Work runs on the thread that advances the clock, and sees its own time in ``now``. Work of one time runs in the order in
/// which it was scheduled; work that repeats keeps the place that it had at first. A scheduler with a seed shuffles work of
/// one time, to find what depends on that order.
public final class SteppedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private struct State {
    var now: SchedulerTimeType
    var queue: StepQueue<SchedulerTimeType>
  }

  private let state: Locked<State>

  /// What the order of work of one time is shuffled by, if it is.
  public let shuffleSeed: UInt64?

  /// Makes a scheduler whose clock stands.
  ///
  /// - Parameters:
  ///   - now: What the clock shows.
  ///   - shuffleSeed: Shuffles work of one time, the same way in every run with the same seed; `nil` leaves it in order.
  public init(now: SchedulerTimeType, shuffleSeed: UInt64? = nil) {
    self.shuffleSeed = shuffleSeed
    state = Locked(State(now: now, queue: StepQueue(shuffledBy: shuffleSeed)))
  }

  /// What the clock shows.
  public var now: SchedulerTimeType { state.withLock { $0.now } }

  /// One nanosecond, in the clock's stride.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(1) }

  /// How many pieces of work wait for their time.
  public var pendingCount: Int { state.withLock { $0.queue.count } }
}

// MARK: - The clock

extension SteppedScheduler {
  /// Moves the clock on, and runs the work that is due on the way, also what that work schedules.
  ///
  /// - Parameter stride: By how much, zero or more; zero runs what is due at the present time.
  public func advance(by stride: SchedulerTimeType.Stride = .nanoseconds(0)) {
    precondition(stride >= 0, "Time does not run backwards: advance(by: \(stride)).")
    advance(to: now.advanced(by: stride))
  }

  /// Moves the clock to a time, and runs the work that is due on the way, also what that work schedules.
  ///
  /// - Parameter time: The time; one that has passed changes nothing.
  public func advance(to time: SchedulerTimeType) {
    runWork(until: time)
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Runs work until none waits, and leaves the clock at the time of the last.
  ///
  /// Work that repeats for ever would never let it return. So it stops after a number of pieces of work, and that is an
  /// error, which names the work that repeats: it traps, and, where `StreamTesting` is imported, fails the running test.
  ///
  /// - Parameter limit: After how many pieces of work to stop.
  @_disfavoredOverload
  public func run(limit: Int = 1_000_000) {
    if let complaint = complaintOfRun(limit: limit) { preconditionFailure(complaint) }
  }

  /// Runs work until none waits, or a number of pieces of work has run.
  ///
  /// - Parameter limit: The number.
  /// - Returns: What is to be said about the work that still waits then; `nil` if none does.
  package func complaintOfRun(limit: Int) -> String? {
    precondition(limit >= 0, "A limit of work cannot be less than none: run(limit: \(limit)).")
    for _ in 0..<limit {
      guard let work = popFirst(until: nil) else { return nil }
      work()
    }
    let (count, repetition) = state.withLock { ($0.queue.count, $0.queue.firstRepetition) }
    guard count > 0 else { return nil }
    let cause = repetition?.description ?? "work schedules work without end"
    return "run(limit: \(limit)) has come to its limit, and work still waits (\(count)): \(cause)."
  }

  /// Runs the work that is due until a time, and leaves the clock at the time of the last.
  ///
  /// - Parameter time: The time.
  package func runWork(until time: SchedulerTimeType) {
    while let work = popFirst(until: time) { work() }
  }

  private func popFirst(until time: SchedulerTimeType?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let work = state.queue.popFirst(until: time) else { return nil }
      state.now = max(state.now, work.due)
      return work.action
    }
  }
}

// MARK: - Scheduler

extension SteppedScheduler {
  /// Runs `action` when the clock is moved next, at the present time.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.queue.insert(at: $0.now, action) }
  }

  /// Runs `action` at a time; a time that has passed is the present one.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.queue.insert(at: max(date, $0.now), action) }
  }

  /// Runs `action` at a time and after every interval, until what it returns is cancelled or released.
  ///
  /// An interval of nothing, or less, stands for the shortest that moves the clock: one nanosecond, or more where the
  /// clock's times are coarser. On a clock that stands, or has come to its last time, the work runs once.
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let repetition = SteppedRepetition(
      action, ticket: state.withLock { $0.queue.makeTicket() },
      description: "work repeats every \(interval) and is not cancelled")
    insert(repetition, at: date, every: interval)
    return AnyCancellable(SteppedTurn(scheduler: self, repetition: repetition, date: date, interval: interval))
  }

  fileprivate func remove(_ repetition: SteppedRepetition) {
    let released = state.withLock { $0.queue.remove(repetition.ticket) }
    withExtendedLifetime(released) {}
  }

  private func insert(
    _ repetition: SteppedRepetition, at date: SchedulerTimeType, every interval: SchedulerTimeType.Stride
  ) {
    let turn = SteppedTurn(scheduler: self, repetition: repetition, date: date, interval: interval)
    // A cancel comes either before this, and is seen, or after it, and finds the work in the queue.
    repetition.ifWanted {
      state.withLock { $0.queue.insert(at: max(date, $0.now), repeating: repetition, turn.run) }
    }
  }

  fileprivate func insertNext(
    of repetition: SteppedRepetition, after date: SchedulerTimeType, every interval: SchedulerTimeType.Stride
  ) {
    guard let next = date.next(after: interval) else { return }
    insert(repetition, at: next, every: interval)
  }
}

/// A run of work that repeats. It does not keep its scheduler alive, in whose queue it is.
// Sendable: a time of a scheduler is read by the thread that moves the clock.
private struct SteppedTurn<SchedulerTimeType: Strideable, SchedulerOptions>: ConcurrentCancellable, @unchecked Sendable
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
  /// The closure is only ever copied: unoptimised, a look at one that is reached as `inout` wraps it anew each time.
  private struct State {
    var isWanted = true
    var action: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  /// Its place among the work of one time.
  let ticket: Int

  /// What it is, for the message of a run that does not end.
  let description: String

  init(_ action: @escaping @Sendable () -> Void, ticket: Int, description: String) {
    state = Locked(State(action: action))
    self.ticket = ticket
    self.description = description
  }

  /// The work, unless it has been cancelled.
  var action: (@Sendable () -> Void)? { state.value.action }

  /// Adds the next run to a queue, unless the work has been cancelled.
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
  /// The time at which work is due that repeats; `nil` if the clock has no later one.
  fileprivate func next(after interval: Stride) -> Self? {
    var step = interval > 0 ? interval : .nanoseconds(1)
    guard step > 0 else { return nil }
    while true {
      let next = advanced(by: step)
      if next > self { return next }
      // The clock cannot tell so short a time from none; a longer one is its next.
      let longer = step + step
      guard longer > step else { return nil }
      step = longer
    }
  }
}
