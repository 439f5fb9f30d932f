/// How an exploration chooses its schedules.
public struct ExplorationStrategy: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case random
    case priorities(changes: Int)
    case mixed
    case exhaustive(preemptions: Int)
  }

  let kind: Kind

  /// At each point another thread runs with some probability, which differs from schedule to schedule.
  public static let random = Self(kind: .random)

  /// Half of the schedules at random, half by priorities with one to three change points.
  public static let mixed = Self(kind: .mixed)

  /// Each thread has a random priority, and the highest runs; at some random points the running thread falls behind the
  /// others. A few changes find most faults, however long the scenario.
  ///
  /// - Parameter changes: The number of change points, zero or more.
  /// - Returns: The strategy.
  public static func priorities(changes: Int = 2) -> Self {
    precondition(changes >= 0, "Threads cannot change at less than no points: \(changes)")
    return Self(kind: .priorities(changes: changes))
  }

  /// All schedules with at most the given number of preemptions: switches away from a runnable thread. For small
  /// scenarios: with `n` points and `p` preemptions there are about `n` to the power of `p` schedules.
  ///
  /// - Parameter preemptions: The number of preemptions, zero or more.
  /// - Returns: The strategy.
  public static func exhaustive(preemptions: Int = 2) -> Self {
    precondition(preemptions >= 0, "A schedule cannot have less than no preemptions: \(preemptions)")
    return Self(kind: .exhaustive(preemptions: preemptions))
  }
}
