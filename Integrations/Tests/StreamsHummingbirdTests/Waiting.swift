import Testing

/// Waits until a condition holds that other threads bring about; fails the test if it does not within the patience.
func eventually(
  _ what: Comment, patience: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
  _ isMet: @Sendable () async -> Bool
) async throws {
  let end = ContinuousClock.now + patience
  while ContinuousClock.now < end {
    if await isMet() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

/// Waits until a number has stopped changing for a while, and returns it.
func settled(for pause: Duration = .milliseconds(300), _ number: @Sendable () -> Int) async throws -> Int {
  var (last, since) = (number(), ContinuousClock.now)
  while ContinuousClock.now - since < pause {
    try await Task.sleep(for: .milliseconds(5))
    let now = number()
    if now != last { (last, since) = (now, .now) }
  }
  return last
}
