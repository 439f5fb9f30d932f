/// What an exploration found.
public struct ExplorationReport: Sendable {
  /// How many schedules ran, without those that made a failing one smaller.
  public internal(set) var schedules = 0

  /// How many points the threads came to.
  public internal(set) var steps = 0

  /// Whether there is no schedule left that the strategy would try.
  public internal(set) var isComplete = false

  /// What is wrong; `nil` if nothing is.
  public internal(set) var failure: ExplorationFailure?
}

/// A schedule that fails.
public struct ExplorationFailure: Sendable, CustomStringConvertible {
  /// What is wrong, a line each.
  public let messages: [String]

  /// The seed of the exploration.
  public let seed: UInt64

  /// The index, from 0, of the schedule of that seed that failed first.
  public let index: Int

  /// The schedule, after it was made as small as it goes.
  public let schedule: ExplorationSchedule

  /// How many decisions the schedule had that failed first.
  public let firstCount: Int

  /// The steps of the run, a line each: the thread, the operation, the place.
  public let trace: [String]

  /// The failure, with the schedule and how to repeat it.
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
