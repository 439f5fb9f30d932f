internal import StreamCore

/// One run of a law, which its pipelines are given: a scheduler, and choices of arguments.
///
///     verifyLaw("A buffer loses nothing", .identity) { upstream, run in
///       upstream.buffer(size: run.pick(0, 1, 2, .max), whenFull: .suspend)
///     }
public final class LawRun: Sendable {
  @TaskLocal static var current: LawRun?

  /// The scheduler of the place in which the law runs.
  public let scheduler: LawScheduler

  private let picks: [Int]
  private let state = Locked<(pickCount: Int, drops: Int, faults: [String], owned: [any Sendable])>((0, 0, [], []))

  init(scheduler: LawScheduler, picks: [Int]) {
    (self.scheduler, self.picks) = (scheduler, picks)
  }

  /// Chooses an argument. The first three calls of a run have a choice each; a further one takes the first argument.
  ///
  /// - Parameter choices: The arguments, with those at the edges of what is allowed: one or more; up to twelve at the
  ///   first call, five at the second and four at the third.
  /// - Returns: One of them.
  public func pick<Choice>(_ choices: Choice...) -> Choice {
    let index = state.withLock { state in
      defer { state.pickCount += 1 }
      return state.pickCount
    }
    return choices[(index < picks.count ? picks[index] : 0) % choices.count]
  }

  /// Reports that the law does not hold in this run.
  ///
  /// - Parameter message: The observation.
  public func fail(_ message: String) {
    state.withLock { $0.faults.append(message) }
  }

  /// Keeps an object, such as a cancellable, until the run is over.
  ///
  /// - Parameter object: The object.
  public func keep(_ object: some Sendable) {
    state.withLock { $0.owned.append(object) }
  }

  func noteDrops(_ count: Int) {
    state.withLock { $0.drops += count }
  }

  var drops: Int { state.withLock { $0.drops } }

  var faults: [String] { state.withLock { $0.faults } }

  /// Releases what is kept.
  func end() {
    let owned = state.withLock { state in
      defer { state.owned = [] }
      return state.owned
    }
    withExtendedLifetime(owned) {}
  }

  /// The same work, in the run of the caller.
  static func carrying(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let run = current else { return action }
    // Weakly: a timer that is never cancelled must not keep the run.
    return { [weak run] in LawRun.$current.withValue(run, operation: action) }
  }
}
