public import Testing

/// Waits until a condition holds that other threads bring about; fails the test if it does not within the patience.
///
/// - Parameters:
///   - what: What is said if it does not.
///   - patience: How long it may take.
///   - sourceLocation: Where the test waits.
///   - isMet: The condition, which is asked again and again.
/// - Throws: What the condition throws.
public func eventually(
  _ what: Comment = "It did not come about.", patience: Duration = .seconds(300),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ isMet: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + patience
  while ContinuousClock.now < end {
    if try await isMet() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

/// Waits until a number has stopped changing for a while, and returns it.
///
/// - Parameters:
///   - pause: For how long it must not change.
///   - number: The number.
/// - Returns: What it has come to.
/// - Throws: An error if the task is cancelled.
public func settled(for pause: Duration = .milliseconds(300), _ number: () -> Int) async throws -> Int {
  var (last, since) = (number(), ContinuousClock.now)
  while ContinuousClock.now - since < pause {
    try await Task.sleep(for: .milliseconds(5))
    let now = number()
    if now != last { (last, since) = (now, .now) }
  }
  return last
}
