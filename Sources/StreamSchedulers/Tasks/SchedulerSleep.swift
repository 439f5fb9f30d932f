internal import StreamCore

extension Scheduler {
  /// Suspends the task for a length of time.
  ///
  ///     try await queue.sleep(for: .seconds(3))
  ///
  /// The task may wake at any time that the scheduler runs work, so that in virtual time the clock decides.
  ///
  /// - Parameters:
  ///   - interval: The length of time; zero or less to wait only for the scheduler's next turn.
  ///   - tolerance: How much later the task may wake; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  /// - Throws: `CancellationError` as soon as the task is cancelled. Then no timer is left.
  @_disfavoredOverload
  public nonisolated(nonsending) func sleep(
    for interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) async throws(CancellationError) {
    try await sleep(until: now.advanced(by: interval), tolerance: tolerance, options: options)
  }

  /// Suspends the task until a time of the scheduler's clock.
  ///
  /// - Parameters:
  ///   - time: The time; one that has passed to wait only for the scheduler's next turn.
  ///   - tolerance: How much later the task may wake; `nil` for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  /// - Throws: `CancellationError` as soon as the task is cancelled. Then no timer is left.
  @_disfavoredOverload
  public nonisolated(nonsending) func sleep(
    until time: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil, options: SchedulerOptions? = nil
  ) async throws(CancellationError) {
    let sleeper = Sleeper()
    let hasSlept = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard sleeper.begin(continuation) else { return }
        // One-shot work cannot be cancelled, so this is a repeating timer that is cancelled at its first tick.
        sleeper.keep(
          setAlarm(at: time, period: now.distance(to: time), tolerance: tolerance, options: options, sleeper.wake))
      }
    } onCancel: {
      sleeper.cancel()
    }
    guard hasSlept else { throw CancellationError() }
  }

  /// Measures how long work takes, by the scheduler's clock; in virtual time, zero.
  ///
  /// - Parameter work: The work.
  /// - Returns: The time from its beginning to its end.
  /// - Throws: What `work` throws.
  @_disfavoredOverload
  @inlinable
  public func measure(_ work: () throws -> Void) rethrows -> SchedulerTimeType.Stride {
    let start = now
    try work()
    return start.distance(to: now)
  }
}

/// A task that sleeps: its timer or its cancel wakes it, whichever comes first.
private final class Sleeper: Sendable {
  // Sendable: the timer is a scheduler's, which may be cancelled on any thread.
  private struct State: @unchecked Sendable {
    var continuation: CheckedContinuation<Bool, Never>?
    var timer: (any Cancellable)?
    var isOver = false
  }

  private let state = Locked(State())

  /// - Returns: Whether the task goes to sleep. If not, it has been cancelled before.
  func begin(_ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isOver { continuation.resume(returning: false) }
    return !isOver
  }

  /// Keeps the timer to cancel, unless the task is awake already.
  func keep(_ timer: any Cancellable) {
    let isOver = state.withLock { state in
      if !state.isOver { state.timer = timer }
      return state.isOver
    }
    if isOver { timer.cancel() }
  }

  @Sendable
  func wake() {
    end(hasSlept: true)
  }

  func cancel() {
    end(hasSlept: false)
  }

  private func end(hasSlept: Bool) {
    let ended = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    ended.timer?.cancel()
    ended.continuation?.resume(returning: hasSlept)
  }
}
