internal import StreamCore

extension Scheduler {
  /// The times of a timer, as an asynchronous sequence.
  ///
  ///     for await time in scheduler.timer(every: .seconds(2)) { … }    // at 2, 4, 6 seconds
  ///
  /// Each iteration has a timer of its own, which begins with it, and ends when its iterator is released or its task is
  /// cancelled: the sequence then ends, and never otherwise. If a turn of the loop takes longer than the interval, only
  /// the newest tick of that time is received.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks, and before the first. Zero or less traps.
  ///   - tolerance: How much later each may come; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  /// - Returns: The sequence.
  @_disfavoredOverload
  public func timer(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> SchedulerTicks<Self> {
    SchedulerTicks(scheduler: self, interval: interval, tolerance: tolerance, options: options)
  }
}

/// The times of a scheduler's timer, as an asynchronous sequence: see `timer(every:tolerance:options:)` of a scheduler.
public struct SchedulerTicks<Context: Scheduler>: AsyncSequence {
  /// The scheduler that has the timer.
  public let scheduler: Context

  /// The time between ticks.
  public let interval: Context.SchedulerTimeType.Stride

  /// How much later each may come; `nil` for the scheduler's minimum.
  public let tolerance: Context.SchedulerTimeType.Stride?

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Creates a sequence of times.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that has the timer.
  ///   - interval: The time between ticks, and before the first. Zero or less traps.
  ///   - tolerance: How much later each may come; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  public init(
    scheduler: Context, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride? = nil,
    options: Context.SchedulerOptions? = nil
  ) {
    precondition(interval > 0, "A timer that repeats must do so after an interval above zero, not \(interval).")
    (self.scheduler, self.interval, self.tolerance, self.options) = (scheduler, interval, tolerance, options)
  }

  /// Begins a timer.
  public func makeAsyncIterator() -> Iterator {
    let clock = TickClock(scheduler)
    // On a scheduler that runs work at once this is one tick.
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval,
      tolerance: tolerance ?? scheduler.minimumTolerance, options: options, clock.tick)
    clock.keep(timer)
    return Iterator(owner: TickClockOwner(clock))
  }

  /// A timer, and the newest of its ticks that has not been taken.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let owner: TickClockOwner<Context>

    /// The time of the next tick, or of the newest one that has come since the last call; `nil` once the task has been
    /// cancelled.
    public mutating func next() async -> Context.SchedulerTimeType? {
      await owner.clock.next()
    }

    /// The time of the next tick, or of the newest one that has come since the last call; `nil` once the task has been
    /// cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Context.SchedulerTimeType? {
      await owner.clock.next(isolation: actor)
    }
  }
}

extension SchedulerTicks: Sendable
where
  Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

/// The timer of an iterator, and what it has told.
// Sendable: a `Scheduler` may be used on any thread, everything else is under the lock, and a time is handed from the
// scheduler to the task.
private final class TickClock<Context: Scheduler>: @unchecked Sendable {
  private struct State {
    var newest: Context.SchedulerTimeType?
    var waiting: CheckedContinuation<Void, Never>?
    var timer: (any Cancellable)?
    var isOver = false
  }

  private let scheduler: Context
  private let state = Locked(State())

  init(_ scheduler: Context) {
    self.scheduler = scheduler
  }

  func keep(_ timer: any Cancellable) {
    state.withLock { $0.timer = timer }
  }

  @Sendable
  func tick() {
    let now = scheduler.now
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isOver else { return nil }
      state.newest = now
      return state.waiting.take()
    }
    waiting?.resume()
  }

  func next(isolation: isolated (any Actor)? = #isolation) async -> Context.SchedulerTimeType? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          if state.newest == nil, !state.isOver { state.waiting = continuation }
          return state.newest == nil && !state.isOver
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      end()
    }
    return state.withLock { $0.newest.take() }
  }

  /// Ends the timer and the sequence.
  func end() {
    let ended = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    ended.timer?.cancel()
    ended.waiting?.resume()
  }
}

/// Ends a timer when its iterator, and all copies of it, are released.
private final class TickClockOwner<Context: Scheduler>: Sendable {
  let clock: TickClock<Context>

  init(_ clock: TickClock<Context>) {
    self.clock = clock
  }

  deinit {
    clock.end()
  }
}
