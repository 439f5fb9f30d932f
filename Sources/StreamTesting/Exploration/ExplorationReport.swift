/// The result of an exploration.
public struct ExplorationReport: Sendable {
  /// The number of schedules run, not counting those used for shrinking.
  public internal(set) var schedules = 0

  /// The number of points reached by all threads.
  public internal(set) var steps = 0

  /// Whether the strategy has no schedule left.
  public internal(set) var isComplete = false

  /// The failure; `nil` if there is none.
  public internal(set) var failure: ExplorationFailure?
}

/// A failing schedule.
public struct ExplorationFailure: Sendable, CustomStringConvertible {
  /// The messages, one per fault.
  public let messages: [String]

  /// The seed of the exploration.
  public let seed: UInt64

  /// The index, from 0, of the first failing schedule of that seed.
  public let index: Int

  /// The shrunk schedule.
  public let schedule: ExplorationSchedule

  /// The number of decisions before shrinking.
  public let firstCount: Int

  /// The steps of the run, one per line: thread, operation, location.
  public let trace: [String]

  /// The failure, with the schedule and how to replay it.
  public var description: String {
    let heading = messages.joined(separator: "\n  ")
    let shown = trace.count > 300 ? ["... (\(trace.count - 300) steps before)"] + trace.suffix(300) : trace
    return """
      schedule \(index) of seed \(seed) fails:
        \(heading)
      The schedule (decisions: \(schedule.count), before it was shrunk: \(firstCount)) runs again by
        explore(replaying: "\(schedule)") { ... }
      \(shown.joined(separator: "\n"))
      """
  }
}
