/// Runs a scenario of threads in many interleavings, one thread at a time, and fails the test at the first wrong one.
///
///     explore(seed: 1, schedules: 10_000) { scenario in
///       let counter = Counter()
///       scenario.thread("one") { counter.increment() }
///       scenario.thread("other") { counter.increment() }
///       scenario.atEnd { scenario.check(counter.value == 2, "counted \(counter.value)") }
///     }
///
/// Each access to shared state in the toolkit is a point at which another thread may run: entering and leaving a lock,
/// an atomic access, a hop to a queue of the scenario, a delivery to a recorder. For other shared state there are
/// ``Exploration/point(_:fileID:line:function:)`` and ``ExplorableLock``. A seeded scheduler decides at each point, so
/// the same seed finds the same fault. Deadlocks, lost wake-ups, livelocks, and threads that block outside the
/// exploration's view are found and reported too.
///
/// After a deadlock, at the step limit, or if a thread does not return, the threads of that schedule are abandoned
/// until the process ends, and its ``Exploration/atEnd(_:)`` and ``Exploration/token(_:)`` checks are skipped. The
/// scenario's body and its end checks have no points: blocking there hangs the test. The threads run one at a time, so
/// each sees all earlier writes: use the thread sanitizer for faults of weak memory ordering and races on plain
/// variables.
///
/// A failure shows the seed, the fault, and the trace of a shrunk schedule: thread, operation and location of each
/// step. ``explore(replaying:stepLimit:patience:fileID:filePath:line:column:_:)`` replays it.
///
/// The toolkit has these points only if built with the package trait `Explore`; otherwise the test fails and says so.
///
/// - Parameters:
///   - seed: The seed of the schedules.
///   - schedules: The largest number of schedules to run; with ``ExplorationStrategy/exhaustive(preemptions:)``,
///     ``ExplorationReport/isComplete`` tells whether that covered all.
///   - strategy: How schedules are chosen.
///   - stepLimit: The number of points after which a schedule is reported as endless (a livelock).
///   - patience: The number of milliseconds without a point after which the running thread is reported as blocked.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - scenario: Adds the threads and the checks; called for each schedule.
/// - Returns: The result.
@discardableResult
@_disfavoredOverload
public func explore(
  seed: UInt64 = 1, schedules: Int = 1_000, strategy: ExplorationStrategy = .mixed, stepLimit: Int = 20_000,
  patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ scenario: (Exploration) -> Void
) -> ExplorationReport {
  precondition(schedules >= 0, "There cannot be less than no schedules: \(schedules)")
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard isExplorable(at: site) else { return ExplorationReport() }
  let explorer = Explorer(seed: seed, stepLimit: stepLimit, patience: patience)
  let report = explorer.explore(schedules: schedules, strategy: strategy, scenario)
  if let failure = report.failure { FailureReporter.report("explore: \(failure)", at: site) }
  return report
}

/// Replays one schedule of a scenario, as printed by a failure of
/// ``explore(seed:schedules:strategy:stepLimit:patience:fileID:filePath:line:column:_:)``.
///
/// - Parameters:
///   - schedule: The schedule.
///   - stepLimit: The number of points after which a schedule is reported as endless (a livelock).
///   - patience: The number of milliseconds without a point after which the running thread is reported as blocked.
///   - fileID: The caller's file, where failures are shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - scenario: Adds the threads and the checks.
/// - Returns: The result.
@discardableResult
@_disfavoredOverload
public func explore(
  replaying schedule: ExplorationSchedule, stepLimit: Int = 20_000, patience: Int = 10_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ scenario: (Exploration) -> Void
) -> ExplorationReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard isExplorable(at: site) else { return ExplorationReport() }
  let explorer = Explorer(seed: 0, stepLimit: stepLimit, patience: patience)
  let report = explorer.replay(schedule, scenario)
  if let failure = report.failure { FailureReporter.report("explore: \(failure)", at: site) }
  return report
}

private func isExplorable(at site: CallSite) -> Bool {
  if RunThread.isExplorable { return true }
  FailureReporter.report(
    "explore: the toolkit was built without the points at which threads change. Build with its trait Explore: "
      + "`swift test --traits Explore`, or, in the manifest of a package that depends on it, "
      + "`.package(url: ..., from: ..., traits: [\"Explore\"])`.",
    at: site)
  return false
}
