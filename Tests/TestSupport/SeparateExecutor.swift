import Dispatch

/// Runs the tasks that prefer it on a thread of its own: one that blocks there takes no thread from other tasks.
///
/// The runtime has as many threads for tasks as there are processors. Two tests that block one each, until another task has
/// run, would wait for ever.
public final class SeparateExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "separate tasks")

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
