/// One run of a scenario: what a body of ``explore(seed:schedules:strategy:stepLimit:patience:fileID:filePath:line:column:_:)``
/// makes its threads, its queues and its checks with.
///
/// The body runs anew for each schedule, and makes everything anew: publishers, subscribers, threads. It has returned before
/// the first thread runs; closures given to ``atEnd(_:)`` run after all threads have ended. What it does must not depend on
/// chance or on a clock: a schedule repeats only what the exploration decides.
public final class Exploration: @unchecked Sendable {
  // Sendable: what changes is reached before the threads go on, by the one whose turn it is, or after they have ended.

  let run: ScheduleRun
  private var endChecks: [() -> Void] = []
  private var tokens: [(name: String, token: () -> ReleaseToken?)] = []
  private var kept: [AnyObject] = []

  init(_ run: ScheduleRun) {
    self.run = run
  }

  // MARK: Threads

  /// Adds a thread to the scenario.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - body: What it does. It is released when it has returned, on that thread.
  public func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    run.addThread(name, body)
  }

  /// A point at which another thread may go on first, for state of one's own that the toolkit does not know of.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - fileID: The caller's file.
  ///   - line: The line.
  ///   - function: The function.
  public func point(
    _ name: StaticString, fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    guard let thread = RunThread.current else { return }
    run.reach(ExplorationStep(operation: name, file: fileID, line: line, function: function), by: thread)
  }

  /// Writes a line into the trace.
  ///
  /// - Parameter text: The line.
  public func note(_ text: @autoclosure () -> String) {
    guard let thread = RunThread.current else { return }
    run.note(text(), by: thread)
  }

  // MARK: Checks

  /// Fails the schedule unless a condition holds. The threads go on all the same.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: What is wrong if it does not hold.
  public func check(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
  }

  /// Fails the schedule. The threads go on all the same.
  ///
  /// - Parameter message: What is wrong.
  public func fail(_ message: String) {
    if let thread = RunThread.current { run.note("FAILS: \(message)", by: thread) }
    run.fail(message)
  }

  /// Runs a closure when all threads have ended, and then releases it.
  ///
  /// - Parameter check: The closure, which mostly checks what has come of it all.
  public func atEnd(_ check: @escaping () -> Void) {
    endChecks.append(check)
  }

  /// Makes an object that has to be released by the time that the scenario is over, and everything with it that its threads
  /// and checks held. A closure that is to be released captures it.
  ///
  /// - Parameter name: What the message calls it.
  /// - Returns: The object.
  public func token(_ name: String) -> ReleaseToken {
    let token = ReleaseToken()
    tokens.append((name, { [weak token] in token }))
    return token
  }

  /// Keeps an object until the tokens have been looked for: a client may keep a subscriber, a subscription or a subject for
  /// ever, and what has ended must not live on with it.
  ///
  /// - Parameter object: The object.
  public func keep(_ object: AnyObject) {
    kept.append(object)
  }

  // MARK: The run

  func runEndChecks() {
    for check in endChecks { check() }
  }

  func clear() {
    endChecks = []
    run.clear()
  }

  func checkTokens() {
    for (name, token) in tokens where token() != nil {
      run.fail("\(name) is not released when the scenario is over.")
    }
  }

  func releaseKept() {
    kept = []
  }
}
