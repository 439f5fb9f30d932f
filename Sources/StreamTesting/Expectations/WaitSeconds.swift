/// Blocks the thread for an interval, while other queues go on: for streams whose values are looked at afterwards.
///
/// On the main thread, run loop and main queue go on too, provided that the process has loaded Foundation, as every
/// test process has. Inside an `XCTestCase`, which has methods named `wait`, write `StreamTesting.wait(seconds:)`.
///
/// - Parameter seconds: How long; not negative.
@_disfavoredOverload
public func wait(seconds: Double) {
  precondition(seconds >= 0, "An interval is a number of seconds, and not negative.")
  _ = Gate().wait(until: .now + .seconds(seconds))
}

/// Suspends the task for an interval; a cancelled task goes on at once.
///
/// - Parameter seconds: How long; not negative.
@_disfavoredOverload
public func wait(seconds: Double) async {
  precondition(seconds >= 0, "An interval is a number of seconds, and not negative.")
  try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
}
