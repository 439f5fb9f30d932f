extension Exploration {
  /// Adds a task to the scenario, whose jobs run on the threads of a queue.
  ///
  /// - Parameters:
  ///   - name: The task's name in the trace.
  ///   - queue: The queue.
  ///   - operation: The task's work.
  /// - Returns: The task, which can be cancelled.
  @discardableResult
  public func task(
    _ name: String, on queue: ExploredQueue, _ operation: @escaping @Sendable () async -> Void
  ) -> ExploredTask {
    let state = ExploredTask.State()
    let task = Task(executorPreference: QueueExecutor(queue)) {
      await operation()
      state.hasEnded = true
    }
    run.unfinished.append {
      state.hasEnded ? nil : "The task '\(name)' waits, and no thread is left that could wake it (a lost wake-up)."
    }
    return ExploredTask(task: task, run: run)
  }
}

/// A task of an exploration.
public struct ExploredTask: Sendable {
  // Sendable: accessed by the running thread only.
  final class State: @unchecked Sendable {
    var hasEnded = false
  }

  let task: Task<Void, Never>
  let run: ScheduleRun

  /// Cancels the task. No other thread runs during the call: cancellation handlers run under a lock of the runtime,
  /// which the exploration does not see.
  public func cancel() {
    guard let thread = RunThread.current else { return task.cancel() }
    run.reach(ExplorationStep(operation: "cancels a task"), by: thread)
    run.atomically(by: thread) { task.cancel() }
  }
}

/// Runs the jobs of a task on the threads of a queue.
final class QueueExecutor: TaskExecutor {
  private let queue: ExploredQueue

  init(_ queue: ExploredQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
