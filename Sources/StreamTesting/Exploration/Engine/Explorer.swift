/// Runs schedules, and shrinks a failing one.
struct Explorer {
  let seed: UInt64
  let stepLimit: Int
  let patience: Int
  private let pool = ThreadPool()

  init(seed: UInt64, stepLimit: Int, patience: Int) {
    (self.seed, self.stepLimit, self.patience) = (seed, stepLimit, patience)
  }

  /// The result of a schedule.
  private struct Outcome {
    let messages: [String]
    let schedule: ExplorationSchedule
    let steps: [TracedStep]
    let names: [String]
    let pickCount: Int

    /// Whether its threads were abandoned.
    let isAbandoned: Bool

    var hasFailed: Bool { !messages.isEmpty }

    /// The steps, one per line, with a column for each thread.
    var trace: [String] {
      let width = (names.map(\.count).max() ?? 0) + 2
      return steps.enumerated().map { index, traced in
        let name = "\(traced.thread) \(names[traced.thread - 1])"
        let padding = String(repeating: " ", count: max(1, width + 2 - name.count))
        let changes = index == 0 || steps[index - 1].thread != traced.thread
        return (changes ? "> " : "  ") + name + padding + traced.step.description
      }
    }
  }

  func explore(
    schedules: Int, strategy: ExplorationStrategy, _ scenario: (Exploration) -> Void
  ) -> ExplorationReport {
    var report = ExplorationReport()
    var seeds = SeededGenerator(seed: seed)
    var picks = 0
    var exhaustive: ExhaustiveChooser?
    if case .exhaustive(let preemptions) = strategy.kind { exhaustive = ExhaustiveChooser(preemptions: preemptions) }
    for index in 0..<schedules {
      let chooser = exhaustive ?? Self.chooser(of: strategy, at: index, seed: seeds.next(), picks: picks)
      let outcome = run(chooser, scenario)
      report.schedules += 1
      report.steps += outcome.steps.count
      picks = max(picks, outcome.pickCount)
      var messages = outcome.messages
      if exhaustive?.isStray == true { messages.append("The scenario does not do the same in the same schedule.") }
      if !messages.isEmpty {
        report.failure = failure(outcome, messages, at: index, scenario)
        return report
      }
      if let exhaustive, !exhaustive.advance() {
        report.isComplete = true
        return report
      }
    }
    return report
  }

  func replay(_ schedule: ExplorationSchedule, _ scenario: (Exploration) -> Void) -> ExplorationReport {
    let outcome = run(ReplayChooser(schedule), scenario)
    var report = ExplorationReport()
    (report.schedules, report.steps) = (1, outcome.steps.count)
    if outcome.hasFailed {
      report.failure = ExplorationFailure(
        messages: outcome.messages, seed: seed, index: 0, schedule: outcome.schedule,
        firstCount: schedule.decisions.count, trace: outcome.trace)
    }
    return report
  }

  private static func chooser(
    of strategy: ExplorationStrategy, at index: Int, seed: UInt64, picks: Int
  ) -> any Chooser {
    switch strategy.kind {
    case .random: RandomChooser(seed: seed)
    case .priorities(let changes): PriorityChooser(seed: seed, changes: changes, among: picks)
    case .mixed where index.isMultiple(of: 2): RandomChooser(seed: seed)
    case .mixed, .exhaustive: PriorityChooser(seed: seed, changes: 1 + index / 2 % 3, among: picks)
    }
  }

  private func run(_ chooser: any Chooser, _ scenario: (Exploration) -> Void) -> Outcome {
    let run = ScheduleRun(chooser: chooser, stepLimit: stepLimit)
    let exploration = Exploration(run)
    RunThread.withRun(run) { scenario(exploration) }
    run.execute(on: pool, patience: patience)
    if !run.isAbandoned {
      RunThread.withRun(run) {
        exploration.runEndChecks()
        exploration.clear()
        exploration.checkTokens()
        exploration.releaseKept()
      }
    }
    let outcome = Outcome(
      messages: run.messages, schedule: run.schedule, steps: run.trace, names: run.names, pickCount: run.pickCount,
      isAbandoned: run.isAbandoned)
    run.releaseThreads()
    return outcome
  }

  // MARK: A failure

  private func failure(
    _ outcome: Outcome, _ messages: [String], at index: Int, _ scenario: (Exploration) -> Void
  ) -> ExplorationFailure {
    let smallest = outcome.hasFailed ? shrunk(outcome, scenario) : outcome
    return ExplorationFailure(
      messages: smallest.hasFailed ? smallest.messages : messages, seed: seed, index: index,
      schedule: smallest.schedule, firstCount: outcome.schedule.decisions.count, trace: smallest.trace)
  }

  /// Removes decisions as long as the schedule still fails: halves, quarters, down to single ones. Then searches for a
  /// failing schedule with fewer thread switches, among those with one and with two.
  private func shrunk(_ outcome: Outcome, _ scenario: (Exploration) -> Void) -> Outcome {
    var smallest = outcome
    // Each abandoned schedule costs its threads. A foreign wait, which costs the full patience, is not shrunk.
    var attempts = outcome.isAbandoned ? 60 : 600
    if outcome.messages.contains(where: { $0.contains("has come to no point") }) { return outcome }
    var size = max(outcome.schedule.decisions.count / 2, 1)
    while attempts > 0 {
      var start = 0
      var hasShrunk = false
      while start < smallest.schedule.decisions.count, attempts > 0 {
        var decisions = smallest.schedule.decisions
        decisions.removeSubrange(start..<min(start + size, decisions.count))
        attempts -= 1
        let attempt = run(ReplayChooser(ExplorationSchedule(decisions)), scenario)
        if attempt.hasFailed, attempt.schedule.decisions.count < smallest.schedule.decisions.count {
          smallest = attempt
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { break }
      size = max(size / 2, 1)
    }
    if outcome.isAbandoned { return smallest }
    for preemptions in 0...2 where smallest.schedule.count > max(preemptions, 1) {
      smallest = first(failingWith: preemptions, smallerThan: smallest, scenario) ?? smallest
    }
    return smallest
  }

  private func first(
    failingWith preemptions: Int, smallerThan other: Outcome, _ scenario: (Exploration) -> Void
  ) -> Outcome? {
    let chooser = ExhaustiveChooser(preemptions: preemptions)
    for _ in 0..<1_000 {
      let attempt = run(chooser, scenario)
      if attempt.hasFailed, attempt.schedule.count < other.schedule.count { return attempt }
      // A schedule that fails in another way might be abandoned, which costs threads.
      guard !attempt.isAbandoned, chooser.advance() else { return nil }
    }
    return nil
  }
}
