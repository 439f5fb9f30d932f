public import Dispatch
public import Testing

// How long tests wait for what must come. All tests of a package begin at once, in a queue for two threads: on a busy
// machine, under the thread sanitizer, minutes pass before the turn of one comes again, which is no fault of its own.

/// As long as a busy machine may take.
private let patience = 120

extension TimeLimitTrait.Duration {
  /// For tests that would hang if they failed. A limit counts from when the test is queued, not from when it runs.
  public static var generous: Self { .minutes(20) }
}

extension DispatchSemaphore {
  /// Waits for as long as a busy machine may take.
  ///
  /// - Returns: Whether it was worth it.
  public func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(patience)) == .success
  }
}

extension DispatchGroup {
  /// Waits for as long as a busy machine may take.
  ///
  /// - Returns: Whether it was worth it.
  public func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(patience)) == .success
  }
}

/// Looks again and again, and blocks the thread meanwhile.
///
/// - Returns: Whether `condition` came to hold before patience ran out.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = DispatchTime.now() + .seconds(patience)
  while try !condition() {
    guard DispatchTime.now() < deadline else { return false }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }
  return true
}

/// Looks again and again, and suspends the task meanwhile.
///
/// - Returns: Whether `condition` came to hold before patience ran out.
public func eventually(_ condition: () throws -> Bool) async throws -> Bool {
  // Counted in turns, not in time: each may come late.
  for _ in 0..<patience * 100 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return try condition()
}
