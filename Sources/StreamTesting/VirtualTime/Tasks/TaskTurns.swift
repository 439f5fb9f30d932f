internal import StreamCore

/// Keeps the tasks that become ready on some threads, until one of these runs them.
final class TaskTurns: TaskExecutor {
  private let jobs = Locked(Queue<UnownedJob>())

  /// The one to which tasks go that become ready on the calling thread.
  static var ofThread: TaskTurns? { bound.object }

  private static let bound = ThreadBound<TaskTurns>()

  /// Runs `body` with tasks that become ready on this thread being kept.
  func collecting<Result>(_ body: () -> Result) -> Result {
    let former = Self.bound.object
    Self.bound.object = self
    defer { Self.bound.object = former }
    return body()
  }

  func append(_ job: UnownedJob) {
    jobs.withLock { $0.append(job) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    append(UnownedJob(job))
  }

  /// Runs the tasks that are ready, and those that become ready meanwhile.
  ///
  /// - Parameter limit: The maximum number of parts of tasks: a task may go on for ever.
  func run(limit: Int) {
    for _ in 0..<limit {
      guard let job = jobs.withLock({ $0.popFirst() }) else { return }
      collecting { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  deinit {
    // What has not ended goes on where it would have gone without the turns.
    var jobs = jobs.exchange(Queue())
    while let job = jobs.popFirst() { globalConcurrentExecutor.enqueue(job) }
  }
}
