/// Runs a scenario of threads in many orders, one thread at a time, and fails the test at the first order that is wrong.
///
///     explore(seed: 1, schedules: 10_000) { scenario in
///       let counter = Counter()
///       scenario.thread("one") { counter.increment() }
///       scenario.thread("other") { counter.increment() }
///       scenario.atEnd { scenario.check(counter.value == 2, "counted \(counter.value)") }
///     }
///
/// Each access to what the toolkit's parts share is a point at which another thread may go on: the entry and exit of a lock,
/// an atomic, a hop to a queue of the scenario, a delivery to its recorders; for state of one's own there are
/// ``Exploration/point(_:fileID:line:function:)`` and ``ExplorableLock``. A seeded scheduler decides at each point, so that
/// the same seed finds the same fault. A deadlock, a wake-up that is lost, and threads that go round for ever are found and
/// named, too, and a thread that waits where the exploration does not see it.
///
/// After a deadlock, at the step limit, and after a thread that does not come back, the threads of that schedule stay where
/// they are until the process ends, and what ``Exploration/atEnd(_:)`` and ``Exploration/token(_:)`` were to check is not
/// checked. The scenario's body and what runs at its end have no points: one that waits for ever there hangs the test. The
/// threads take turns, so each sees what the one before has written: what goes wrong only with weaker orders of memory, and
/// races of plain variables, are for the thread sanitizer.
///
/// A failure shows the seed, what is wrong, and the trace: thread, operation and place of each step, in a schedule that has
/// been made as small as it goes. ``explore(replaying:stepLimit:patience:fileID:filePath:line:column:_:)`` runs it again.
///
/// The toolkit has the points only if it was built with the package trait `Explore`; without it, this fails and says so.
///
/// - Parameters:
///   - seed: What the schedules are drawn from.
///   - schedules: How many to run, at most; with ``ExplorationStrategy/exhaustive(preemptions:)``,
///     ``ExplorationReport/isComplete`` says whether that was enough for all.
///   - strategy: How schedules are found.
///   - stepLimit: The number of points after which a schedule is reported as endless (a livelock).
///   - patience: The number of milliseconds without a point after which the running thread is reported as blocked.
///   - fileID: Where failures are shown: the caller's file.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - scenario: Makes the threads and the checks, anew for each schedule.
/// - Returns: What was found.
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

/// Runs one schedule of a scenario, as a failure of
/// ``explore(seed:schedules:strategy:stepLimit:patience:fileID:filePath:line:column:_:)`` has printed it.
///
/// - Parameters:
///   - schedule: The schedule.
///   - stepLimit: The number of points after which a schedule is reported as endless (a livelock).
///   - patience: The number of milliseconds without a point after which the running thread is reported as blocked.
///   - fileID: Where failures are shown: the caller's file.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - scenario: Makes the threads and the checks.
/// - Returns: What was found.
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
