#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A one-shot gate: one thread or task waits until another opens it or the deadline passes.
final class Gate: @unchecked Sendable {
  // Sendable: the mutex guards everything that changes.

  /// How a wait ended.
  enum Passage {
    case opened, timedOut, cancelled
  }

  private enum Waiter {
    case none
    case task(CheckedContinuation<Passage, Never>)
    case runLoop(RunLoopPump)
  }

  // A system mutex, for the timed wait: `Locked` has none.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var passage: Passage?
  private var waiter = Waiter.none
  private var isLoopRunning = false

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Opens the gate for the current or a later waiter. The first call decides the result.
  ///
  /// - Parameter passage: What the wait returns.
  func open(_ passage: Passage = .opened) {
    let waiter = withLock {
      guard self.passage == nil else { return Waiter.none }
      self.passage = passage
      pthread_cond_broadcast(condition)
      defer { self.waiter = .none }
      return self.waiter
    }
    switch waiter {
    case .none: break
    case .task(let continuation): continuation.resume(returning: passage)
    case .runLoop(let pump): pump.end { [weak self] in self?.withLock { self?.isLoopRunning } == true }
    }
  }

  // MARK: Blocking

  /// Blocks the thread until the gate opens. On the main thread, the run loop and main queue keep running if Foundation
  /// is loaded.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - isLoopWanted: Whether to pump the main thread's run loop and queue.
  /// - Returns: How the wait ended.
  func wait(until deadline: ContinuousClock.Instant, runningLoop isLoopWanted: Bool = true) -> Passage {
    if let ended = withLock({ passage }) { return ended }
    if isLoopWanted, let pump = RunLoopPump() { return wait(until: deadline, running: pump) }
    return withLock { waitForSignal(until: deadline) }
  }

  private func wait(until deadline: ContinuousClock.Instant, running pump: RunLoopPump) -> Passage {
    withLock { waiter = .runLoop(pump) }
    defer { withLock { waiter = .none } }
    while true {
      let remaining = (deadline - .now) / .seconds(1)
      let ended = withLock {
        isLoopRunning = passage == nil && remaining > 0
        return isLoopRunning ? nil : passage ?? .timedOut
      }
      if let ended { return ended }
      let hasRun = pump.run(seconds: min(remaining, 1_000))
      withLock {
        isLoopRunning = false
        // An empty loop returns immediately. Work may be added to it later by code that does not signal the condition.
        if !hasRun { _ = waitForSignal(until: min(deadline, .now + .milliseconds(20))) }
      }
    }
  }

  /// Waits with the mutex held.
  private func waitForSignal(until deadline: ContinuousClock.Instant) -> Passage {
    while true {
      if let passage { return passage }
      let remaining = (deadline - .now) / .seconds(1)
      guard remaining > 0 else { return .timedOut }
      // Wait at most a second at a time: the condition uses the wall clock, which may be set.
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      let nanoseconds = end.tv_nsec + Int(min(remaining, 1) * 1e9)
      end.tv_sec += nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &end)
    }
  }

  // MARK: Suspending

  /// Suspends the task until the gate opens, or the task is cancelled.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: How the wait ended.
  func wait(until deadline: ContinuousClock.Instant) async -> Passage {
    if let ended = withLock({ passage }) { return ended }
    let alarm = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      open(.timedOut)
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = withLock {
          if passage == nil { waiter = .task(continuation) }
          return passage
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      open(.cancelled)
    }
  }

  // MARK: The mutex

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
