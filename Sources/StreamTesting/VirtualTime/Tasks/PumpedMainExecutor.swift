/// The main actor's executor, for code that a ``TaskPump`` runs: the job becomes one of the pump's, which takes it to
/// the main actor when it is its turn.
///
/// Code may keep the executor that it looked up longer than its task is run by the pump. So elsewhere this one passes
/// jobs on to the main actor.
final class PumpedMainExecutor: SerialExecutor {
  private static let shared = PumpedMainExecutor()

  /// What the runtime's hook returns. The executor is never released.
  static let reference = shared.asUnownedSerialExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let pump = TaskPump.ofThread {
      pump.append(.main(job))
    } else {
      MainActor.shared.enqueue(job)
    }
  }

  func checkIsolated() {
    // With a pump, the runtime has just compared executors, and they differ.
    precondition(TaskPump.ofThread == nil, "This code must run on the main actor.")
    MainActor.preconditionIsolated()
  }
}
