public import Dispatch
public import Testing

// How long tests wait for expected events. All tests of a package start together, in a queue for two threads: on a busy
// machine, under the thread sanitizer, a test may wait minutes for its next turn, through no fault of its own.

/// The longest delay on a busy machine, in seconds.
private let patience = 120

extension TimeLimitTrait.Duration {
  /// For tests that would hang if they failed. The limit counts from when the test is queued, not from when it runs:
  /// with `STREAMS_FULL=1`, that is after all the rounds of the tests before it.
  public static var generous: Self { .minutes(isFullRun ? 90 : 25) }
}

extension DispatchSemaphore {
  /// Waits for as long as a busy machine may need.
  ///
  /// - Returns: Whether it was signalled in time.
  public func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(patience)) == .success
  }
}

extension DispatchGroup {
  /// Waits for as long as a busy machine may need.
  ///
  /// - Returns: Whether it was signalled in time.
  public func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(patience)) == .success
  }
}

/// Polls a condition, blocking the thread.
///
/// - Returns: Whether `condition` held in time.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = DispatchTime.now() + .seconds(patience)
  while try !condition() {
    guard DispatchTime.now() < deadline else { return false }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }
  return true
}

/// Polls a condition, suspending the task.
///
/// - Returns: Whether `condition` held in time.
public func eventually(_ condition: () throws -> Bool) async throws -> Bool {
  // Counted in polls, not in time: each may be late.
  for _ in 0..<patience * 100 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return try condition()
}
