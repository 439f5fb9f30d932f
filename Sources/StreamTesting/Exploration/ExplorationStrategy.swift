/// How an exploration finds its schedules.
public struct ExplorationStrategy: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case random
    case priorities(changes: Int)
    case mixed
    case exhaustive(preemptions: Int)
  }

  let kind: Kind

  /// At each point another thread goes on with some probability, which differs from schedule to schedule.
  public static let random = Self(kind: .random)

  /// Half of the schedules at random, half by priorities with one to three changes.
  public static let mixed = Self(kind: .mixed)

  /// Each thread has a priority, drawn at random, and the highest goes on; at some points, drawn too, the running thread
  /// falls behind the others. Few changes find most faults, however long the scenario is.
  ///
  /// - Parameter changes: At how many points, zero or more.
  /// - Returns: The strategy.
  public static func priorities(changes: Int = 2) -> Self {
    precondition(changes >= 0, "Threads cannot change at less than no points: \(changes)")
    return Self(kind: .priorities(changes: changes))
  }

  /// All schedules with at most so many preemptions: switches away from a thread that could go on. For small scenarios: with
  /// `n` points and `p` preemptions there are some `n` to the power of `p` schedules.
  ///
  /// - Parameter preemptions: The number of preemptions, zero or more.
  /// - Returns: The strategy.
  public static func exhaustive(preemptions: Int = 2) -> Self {
    precondition(preemptions >= 0, "A schedule cannot have less than no preemptions: \(preemptions)")
    return Self(kind: .exhaustive(preemptions: preemptions))
  }
}
