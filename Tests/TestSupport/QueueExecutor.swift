import Dispatch
import StreamTesting

/// Runs the jobs of an actor on a queue, and counts them: an actor that an `await` leaves comes back by a job.
public final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")
  private let jobs = Box(0)

  public init() {}

  /// The number of jobs so far.
  public var jobCount: Int { jobs.value }

  public func enqueue(_ job: consuming ExecutorJob) {
    jobs.increment()
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
