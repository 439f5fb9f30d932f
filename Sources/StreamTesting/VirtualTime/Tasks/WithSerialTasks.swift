/// Runs a test's body and all tasks that it starts one at a time, in an order that is the same in each run.
///
///     try await withSerialTasks {
///       let task = Task { try await Task.sleep(for: .seconds(3), clock: scheduler.clock) }
///       await scheduler.advance(by: 3)    // the task has started, slept, woken and ended
///       try await task.value
///     }
///
/// Tasks run until they suspend, in the order in which they became ready, whatever their priority: structured and
/// unstructured tasks, tasks of default actors, and those of the main actor, which run there. No two run at the same
/// time: a test finds errors in their logic, not in their access to shared state. So none may block its thread until
/// another has run.
///
/// What happens outside keeps its own time: real clocks, dispatch queues, threads, sockets, and actors with an executor
/// of their own. `body` and its child tasks come back to the order when they have waited for such a thing. Another task
/// continues outside, concurrently, and comes back with the next suspension that a task in the order ends; so await its
/// outcome in `body` or in a child of it. The same holds for an actor while tasks from outside use it, and for a task
/// of the main actor that was created before. Tests that run in parallel are not disturbed.
///
/// Tasks that have not ended when `body` returns continue outside, concurrently. Inside another such scope `body` runs
/// in that. A runtime that is linked statically has no hooks for unstructured tasks: there the order holds for `body`
/// and its child tasks, and others are given some turns.
///
/// - Parameters:
///   - isolation: The actor that runs `body`: by default that of the caller.
///   - body: The test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func withSerialTasks<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await withTaskPump(isHooked: RuntimeHooks.install(), seesAll: true, isolation: isolation) {
    (_) async throws(Failure) in try await body()
  }
}

/// Runs `body` in the scope of the calling task's pump, or of a new one.
///
/// - Parameters:
///   - isHooked: Whether a new pump uses the runtime's hooks.
///   - seesAll: Whether all tasks that matter are created in the scope of a new pump.
///   - isolation: The actor that runs `body`.
///   - body: What to run.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
func withTaskPump<Result, Failure: Error>(
  isHooked: Bool = RuntimeHooks.install(), seesAll: Bool, isolation: isolated (any Actor)?,
  _ body: (TaskPump) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  if let pump = TaskPump.ofTask {
    // A task that has left the order comes back.
    if TaskPump.ofThread == nil { await pump.arrive(isDue: false, isolation: isolation) }
    return try await body(pump)
  }
  return try await withoutActuallyEscaping(body) { (body) async throws(Failure) -> Result in
    let pump = TaskPump(isHooked: isHooked, seesAll: seesAll)
    let lent = Lent(value: body)
    return try await withTaskExecutorPreference(pump) { () async throws(Failure) -> Lent<Result> in
      try await run(lent, in: pump, isolation: isolation)
    }.value
  }
}

/// Runs `body` from the pump's thread: the code of an actor looks up its executor on the thread that calls it.
@concurrent
private func run<Result, Failure: Error>(
  _ body: Lent<(TaskPump) async throws(Failure) -> Result>, in pump: TaskPump, isolation: (any Actor)?
) async throws(Failure) -> Lent<Result> {
  defer { pump.close() }
  // The thread from which the caller came may not have left the caller's actor yet. An actor with an executor of its
  // own never comes to the pump.
  for _ in 0..<100 where isolation != nil {
    if await isPumped(isolation: isolation) { break }
  }
  return try await pump.withInherited { () async throws(Failure) -> Lent<Result> in
    Lent(value: try await body.value(pump))
  }
}

private func isPumped(isolation: isolated (any Actor)?) -> Bool { TaskPump.ofThread != nil }

/// A value that the caller does not touch while another thread does.
// Sendable: the caller waits for the only function that gets it.
private struct Lent<Value>: @unchecked Sendable {
  let value: Value
}
