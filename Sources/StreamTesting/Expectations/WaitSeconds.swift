/// Blocks the thread for an interval while other queues keep running: for streams whose values are inspected
/// afterwards.
///
/// On the main thread, the run loop and the main queue keep running too if the process has loaded Foundation, as every
/// test process has. Inside an `XCTestCase`, which has methods named `wait`, write `StreamTesting.wait(seconds:)`.
///
/// - Parameter seconds: The length of the interval; not negative.
@_disfavoredOverload
public func wait(seconds: Double) {
  precondition(seconds >= 0, "An interval is a number of seconds, and not negative.")
  _ = Gate().wait(until: .now + .seconds(seconds))
}

/// Suspends the task for an interval; a cancelled task resumes immediately.
///
/// - Parameter seconds: The length of the interval; not negative.
@_disfavoredOverload
public func wait(seconds: Double) async {
  precondition(seconds >= 0, "An interval is a number of seconds, and not negative.")
  try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
}
