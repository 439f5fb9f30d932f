internal import StreamCore

/// Runs tasks one at a time, in the order in which they became ready, on a thread of its own, or, if they belong to the
/// main actor, there, while that thread waits.
///
/// Its jobs are those of the tasks that prefer it as their executor, from whatever thread; and, by ``RuntimeHooks``,
/// all that become ready on the threads on which it runs jobs. When none is left, the tasks that wait in ``settle()``
/// continue, one at a time.
// Sendable: the monitor guards what changes.
final class TaskPump: TaskExecutor, @unchecked Sendable {
  /// A part of a task, or an actor that has work.
  enum Job {
    case shared(UnownedJob)
    case main(UnownedJob)
  }

  /// What the pump waits for, once it has no job left, before it wakes a task that waits in ``settle()``.
  enum Outside {
    /// Nothing: every job comes to the pump.
    case none

    /// The main actor, to which tasks go that were created before the pump.
    case mainActor

    /// The concurrency pool too, because the runtime has no hooks: it is given a number of turns.
    case pool
  }

  private struct State {
    var jobs = Queue<Job>()
    var waiters = Queue<UnsafeContinuation<Void, Never>>()

    /// The address of the job that runs on the pump's thread.
    var running: UnsafeRawPointer?

    /// That job, if it has become ready again while it runs.
    var continuing: UnownedJob?

    /// The number of jobs that the pump's own threads have added.
    var ownCount = 0

    /// The number of resumed tasks that have not arrived yet.
    var dueArrivals = 0

    /// The number of threads that make jobs ready while the pump waits for them.
    var holds = 0

    /// Whether what ``outside`` names has been waited for since the last job.
    var isSettled = false
    var isClosed = false
  }

  private enum Step {
    case run(Job)
    case settle
    case wake(UnsafeContinuation<Void, Never>)
    case end
  }

  private let state = Monitor(State())
  private let isHooked: Bool
  private let outside: Outside

  /// Creates a pump and starts its thread, which ends when the pump is closed.
  ///
  /// - Parameters:
  ///   - isHooked: Whether the runtime's hooks are installed.
  ///   - seesAll: Whether all tasks that matter are created while the pump runs them.
  init(isHooked: Bool, seesAll: Bool) {
    self.isHooked = isHooked
    outside = !isHooked ? .pool : seesAll ? .none : .mainActor
    JoinableThread { self.work() }.detach()
  }

  // MARK: Whose thread, whose task

  /// The pump that runs a job on the calling thread.
  static var ofThread: TaskPump? { bound.object }

  /// The pump in whose scope the calling task was created, even if the task has left its threads.
  static var ofTask: TaskPump? { ofThread ?? inherited.flatMap { $0.isClosed ? nil : $0 } }

  @TaskLocal private static var inherited: TaskPump?

  private static let bound = ThreadBound<TaskPump>()

  /// Runs `body` with jobs that become ready on this thread going to the pump.
  private func collecting(_ body: () -> Void) {
    if isHooked { Self.bound.object = self }
    body()
    if isHooked { Self.bound.object = nil }
  }

  /// Runs `body`, with jobs that it makes ready going to the pump, also on the thread of an actor that has an executor
  /// of its own. The pump runs nothing meanwhile.
  func perform(_ body: () -> Void) {
    guard Self.ofThread == nil else { return body() }
    state.withLock { $0.holds += 1 }
    collecting(body)
    state.withLock { $0.holds -= 1 }
  }

  /// Makes the pump the one that the tasks which `body` creates inherit.
  func withInherited<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await Self.$inherited.withValue(self, operation: body)
    } catch {
      // `withValue` rethrows what `body` throws, without its type.
      guard let failure = error as? Failure else { fatalError("\(error)") }
      throw failure
    }
  }

  // MARK: Jobs

  /// Adds a job. A closed pump passes it on.
  func append(_ job: Job) {
    let isOwn = Self.ofThread === self
    let isAdded = state.withLock { state in
      if isOwn { state.ownCount += 1 }
      if state.isClosed { return false }
      // A task without a preferred executor becomes ready anew whenever it calls a function without an actor, because
      // the pump is not the executor that it prefers. It would not suspend elsewhere, so it continues.
      if isOwn, case .shared(let job) = job, job.address == state.running, state.continuing == nil {
        state.continuing = job
      } else {
        state.jobs.append(job)
      }
      return true
    }
    if !isAdded { Self.passOn(job) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    append(.shared(UnownedJob(job)))
  }

  /// Resumes a sleeping task from one of the pump's threads.
  ///
  /// A task of another thread may be just about to suspend. It continues there, without becoming ready, and so would be
  /// missed. The pump waits for it to come by ``arrive(isDue:isolation:)``.
  func resume(_ continuation: CheckedContinuation<Void, any Error>) {
    let count = state.withLock { $0.ownCount }
    continuation.resume()
    state.withLock { if $0.ownCount == count { $0.dueArrivals += 1 } }
  }

  /// Moves the calling task to the pump's thread.
  ///
  /// - Parameters:
  ///   - isDue: Whether it has been resumed by ``resume(_:)``.
  ///   - isolation: The caller's actor.
  func arrive(isDue: Bool, isolation: isolated (any Actor)? = #isolation) async {
    // A continuation would not do: one that is resumed before the task has suspended does not move it.
    await withTaskExecutorPreference(self) { await land(isDue: isDue) }
  }

  @concurrent
  private func land(isDue: Bool) async {
    if isDue { state.withLock { $0.dueArrivals -= 1 } }
  }

  /// Suspends the calling task until the pump has no other job left.
  func settle() async {
    await withUnsafeContinuation { waiter in
      let isAdded = state.withLock { state in
        if !state.isClosed { state.waiters.append(waiter) }
        return !state.isClosed
      }
      if !isAdded { waiter.resume() }
    }
  }

  /// Ends the thread, and passes on the jobs that are left. Called by a job of the pump.
  func close() {
    if Self.ofThread === self { Self.bound.object = nil }
    var (continuing, jobs, waiters) = state.withLock { state in
      state.isClosed = true
      return (state.continuing, state.jobs, state.waiters)
    }
    if let continuing { Self.passOn(.shared(continuing)) }
    while let waiter = waiters.popFirst() { waiter.resume() }
    while let job = jobs.popFirst() { Self.passOn(job) }
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private static func passOn(_ job: Job) {
    switch job {
    case .shared(let job): globalConcurrentExecutor.enqueue(job)
    case .main(let job): MainActor.shared.enqueue(job)
    }
  }

  // MARK: The thread

  private func work() {
    while true {
      switch state.wait(for: Self.nextStep(outside)) {
      case .run(.shared(let job)): collecting { job.runSynchronously(on: asUnownedTaskExecutor()) }
      case .run(.main(let job)): runOnMainActor { job.runSynchronously(on: PumpedMainExecutor.reference) }
      case .wake(let waiter): collecting { waiter.resume() }
      case .settle: settleOthers()
      case .end: return
      }
    }
  }

  private static func nextStep(_ outside: Outside) -> (inout State) -> Step? {
    { state in
      if state.isClosed { return .end }
      guard state.holds == 0 else { return nil }
      if let job = state.continuing.take().map(Job.shared) ?? state.jobs.popFirst() {
        state.isSettled = false
        if case .shared(let job) = job { state.running = job.address } else { state.running = nil }
        return .run(job)
      }
      state.running = nil
      if state.waiters.isEmpty || state.dueArrivals != 0 { return nil }
      if case .none = outside { state.isSettled = true }
      guard state.isSettled else {
        state.isSettled = true
        return .settle
      }
      state.isSettled = false
      return state.waiters.popFirst().map(Step.wake)
    }
  }

  /// Runs `body` on the main actor, with jobs that become ready there coming to the pump, and waits for its end.
  private func runOnMainActor(_ body: @escaping @Sendable () -> Void) {
    let isDone = Monitor(false)
    Task.detached { @MainActor in
      self.collecting(body)
      isDone.withLock { $0 = true }
    }
    isDone.wait { $0 ? true : nil }
  }

  /// Waits for what comes to other threads.
  private func settleOthers() {
    let isDone = Monitor(false)
    let isPoolAwaited = outside == .pool
    Task.detached {
      if isPoolAwaited {
        for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
      }
      await MainActor.run {}
      isDone.withLock { $0 = true }
    }
    isDone.wait { $0 ? true : nil }
  }
}

extension UnownedJob {
  /// The address of the runtime's object, which tells jobs apart as long as they live.
  fileprivate var address: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer?.self) }
}
