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
/// in which it was scheduled; a scheduler with a seed shuffles it, to find what depends on that order.
public final class TestScheduler: Scheduler, Sendable {
  /// A number of virtual seconds.
  public typealias SchedulerTimeType = VirtualTime

  /// There are no options.
  public typealias SchedulerOptions = Never

  private struct State {
    var now: VirtualTime
    var queue: WorkQueue
  }

  private let state: Locked<State>

  /// What the order of work of one time is shuffled by, if it is.
  public let shuffleSeed: UInt64?

  /// Makes a scheduler whose clock stands.
  ///
  /// - Parameters:
  ///   - initialClock: What the clock shows, in seconds.
  ///   - shuffleSeed: Shuffles work of one time, the same way in every run with the same seed; `nil` leaves it in order.
  public init(initialClock: VirtualTime = 0, shuffleSeed: UInt64? = nil) {
    self.shuffleSeed = shuffleSeed
    state = Locked(State(now: initialClock, queue: WorkQueue(shuffledBy: shuffleSeed)))
  }

  /// What the clock shows.
  public var now: VirtualTime { state.withLock { $0.now } }

  /// One nanosecond.
  public var minimumTolerance: VirtualTime.Stride { .nanoseconds(1) }

  /// How many pieces of work wait for their time.
  public var pendingCount: Int { state.withLock { $0.queue.count } }

  // MARK: The clock

  /// Moves the clock to a time, and runs the work that is due on the way, also what that work schedules.
  ///
  /// - Parameter time: The time, in seconds; one that has passed changes nothing.
  public func advance(to time: VirtualTime) {
    while let work = popFirst(until: time) { work() }
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Moves the clock on.
  ///
  /// - Parameter stride: By how much, zero or more.
  public func advance(by stride: VirtualTime.Stride) {
    precondition(stride >= .nanoseconds(0), "Time does not run backwards: \(stride.magnitude) ns.")
    advance(to: now.advanced(by: stride))
  }

  /// Runs work until none is left, and leaves the clock at the time of the last.
  ///
  /// - Parameter limit: The time at which to stop, for work that repeats for ever.
  public func resume(until limit: VirtualTime = .distantFuture) {
    while let work = popFirst(until: limit) { work() }
  }

  private func popFirst(until time: VirtualTime) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let work = state.queue.popFirst(until: time) else { return nil }
      state.now = max(state.now, work.due)
      return work.action
    }
  }

  // MARK: Scheduler

  /// Runs `action` when the clock is moved next, at the present time.
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    state.withLock { _ = $0.queue.insert(at: $0.now, action) }
  }

  /// Runs `action` at a time; a time that has passed is the present one.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    state.withLock { _ = $0.queue.insert(at: max(date, $0.now), action) }
  }

  /// Runs `action` at a time and after every interval, until what it returns is cancelled or released.
  @preconcurrency
  public func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    precondition(
      interval > .nanoseconds(0), "Work cannot repeat every \(interval.magnitude) ns: the clock would stand.")
    let repetition = Repetition(action)
    repeatWork(repetition, at: date, every: interval)
    return AnyCancellable { [weak self] in
      guard let ticket = repetition.end() else { return }
      let released = self?.state.withLock { $0.queue.remove(ticket) }
      withExtendedLifetime(released) {}
    }
  }

  private func repeatWork(_ repetition: Repetition, at date: VirtualTime, every interval: VirtualTime.Stride) {
    repetition.schedule { [self] in
      state.withLock { state in
        state.queue.insert(at: max(date, state.now), isRemovable: true) { [weak self] in
          guard let action = repetition.action else { return }
          self?.repeatWork(repetition, at: date.advanced(by: interval), every: interval)
          action()
        }
      }
    }
  }
}

/// Work that repeats until it is cancelled.
private final class Repetition: Sendable {
  private let state: Locked<(action: (@Sendable () -> Void)?, ticket: Int)>

  init(_ action: @escaping @Sendable () -> Void) {
    state = Locked((action, 0))
  }

  var action: (@Sendable () -> Void)? { state.value.action }

  /// Schedules the next run, unless the work has been cancelled.
  ///
  /// - Parameter insert: Adds it to the queue, and returns its ticket.
  func schedule(_ insert: () -> Int) {
    state.withLock { state in
      if state.action != nil { state.ticket = insert() }
    }
  }

  /// Lets go of the work.
  ///
  /// - Returns: The ticket of the next run, unless the work had been cancelled before.
  func end() -> Int? {
    let released = state.exchange((nil, 0))
    return released.action.map { _ in released.ticket }
  }
}
