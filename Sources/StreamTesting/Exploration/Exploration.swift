/// One run of a scenario: the body of
/// ``explore(seed:schedules:strategy:stepLimit:patience:fileID:filePath:line:column:_:)`` uses it to add threads,
/// queues and checks.
///
/// The body runs again for each schedule, and creates everything anew: publishers, subscribers, threads. It returns
/// before the first thread runs; closures passed to ``atEnd(_:)`` run after all threads have ended. It must not depend
/// on randomness or on a clock: a schedule repeats only what the exploration decides.
public final class Exploration: @unchecked Sendable {
  // Sendable: mutable state is accessed before the threads start, by the running thread, or after they have ended.

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
  ///   - name: The thread's name in the trace.
  ///   - body: The thread's work. Released on that thread when it has returned.
  public func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    run.addThread(name, body)
  }

  /// Marks a point at which another thread may run first, for shared state outside the toolkit.
  ///
  /// - Parameters:
  ///   - name: The point's name in the trace.
  ///   - fileID: The caller's file.
  ///   - line: The line.
  ///   - function: The function.
  public func point(
    _ name: StaticString, fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    guard let thread = RunThread.current else { return }
    run.reach(ExplorationStep(operation: name, file: fileID, line: line, function: function), by: thread)
  }

  /// Adds a line to the trace.
  ///
  /// - Parameter text: The line.
  public func note(_ text: @autoclosure () -> String) {
    guard let thread = RunThread.current else { return }
    run.note(text(), by: thread)
  }

  // MARK: Checks

  /// Fails the schedule unless a condition holds. The threads continue.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The failure's message.
  public func check(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
  }

  /// Fails the schedule. The threads continue.
  ///
  /// - Parameter message: The failure's message.
  public func fail(_ message: String) {
    if let thread = RunThread.current { run.note("FAILS: \(message)", by: thread) }
    run.fail(message)
  }

  /// Runs a closure after all threads have ended, and then releases it.
  ///
  /// - Parameter check: The closure, which usually checks the outcome.
  public func atEnd(_ check: @escaping () -> Void) {
    endChecks.append(check)
  }

  /// Creates an object that must be released by the end of the scenario, together with everything that the scenario's
  /// threads and checks retained. Capture it in a closure whose release is expected.
  ///
  /// - Parameter name: The object's name in messages.
  /// - Returns: The object.
  public func token(_ name: String) -> ReleaseToken {
    let token = ReleaseToken()
    tokens.append((name, { [weak token] in token }))
    return token
  }

  /// Retains an object until the tokens have been checked: a client may retain a subscriber, a subscription or a
  /// subject for ever, which must not keep ended parts alive.
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
