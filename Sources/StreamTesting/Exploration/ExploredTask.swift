extension Exploration {
  /// Adds threads that run the tasks which have no executor of their own: those that the toolkit or other code creates
  /// in the scenario or on one of its threads, and actors.
  ///
  /// Without the hooks of a runtime that is linked statically it has no effect.
  ///
  /// - Parameter width: The number of threads, one or more; any other number traps. Only the first call in a scenario,
  ///   or the first task that it adds, counts.
  public func taskPool(width: Int = 2) {
    guard run.taskPool == nil, RuntimeHooks.install() else { return }
    run.taskPool = QueueExecutor(queue("tasks", width: width))
  }

  /// Adds a task to the scenario, whose jobs run on the threads of a queue. Those of tasks that it creates without an
  /// executor run on the threads of ``taskPool(width:)``, or, if there is none, on one that is added.
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
    taskPool(width: 1)
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

/// Runs the jobs of tasks on the threads of a queue.
final class QueueExecutor: TaskExecutor {
  private let queue: ExploredQueue

  init(_ queue: ExploredQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    append(UnownedJob(job))
  }

  func append(_ job: UnownedJob) {
    queue.schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
