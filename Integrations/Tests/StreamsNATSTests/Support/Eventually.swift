import Testing

/// Waits until a condition holds; records an issue if it does not within half a minute.
func eventually(
  within limit: Duration = .seconds(30), _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: @Sendable () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard .now < end else {
      Issue.record("It did not come about: \(what)", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}
