#if Explore
  import Foundation
  import StreamTesting
  import Streams
  import Testing

  /// How many schedules each scenario runs: `EXPLORE_SCHEDULES` of the environment, and the seed `EXPLORE_SEED`.
  private let schedules = number("EXPLORE_SCHEDULES") ?? 1_000
  private let seed = number("EXPLORE_SEED") ?? 1

  /// A file to which a line is added for each scenario, if `EXPLORE_LOG` names one.
  private let log = ProcessInfo.processInfo.environment["EXPLORE_LOG"]

  /// Whether each scenario has a fault, for the self-test of `.ci/explore`.
  private let isPlanted = number("EXPLORE_PLANTED") == 1

  private func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// How many schedules a scenario may have that runs all with so many preemptions.
  private let smallLimit = 50_000

  /// Explores a scenario of the toolkit, and prints what has been run. Of a small one, all schedules with up to
  /// `preemptions` are run, too.
  func exploring(
    _ name: String, preemptions: Int? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: (Exploration) -> Void
  ) {
    explore(name, .mixed, schedules, CallSite(fileID: fileID, filePath: filePath, line: line, column: column), scenario)
    guard let preemptions else { return }
    let report = explore(
      "\(name), \(preemptions) preemptions", .exhaustive(preemptions: preemptions), smallLimit,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column), scenario)
    #expect(
      report.isComplete || report.failure != nil,
      "'\(name)' is not small: it has more than \(smallLimit) schedules with up to \(preemptions) preemptions.",
      sourceLocation: SourceLocation(
        fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
  }

  @discardableResult
  private func explore(
    _ name: String, _ strategy: ExplorationStrategy, _ schedules: Int, _ site: CallSite,
    _ scenario: (Exploration) -> Void
  ) -> ExplorationReport {
    let start = ContinuousClock.now
    let report = StreamTesting.explore(
      seed: UInt64(seed), schedules: schedules, strategy: strategy, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column
    ) { exploration in
      scenario(exploration)
      if isPlanted { ExploreTests.lostUpdate(exploration) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    write(
      "Explored: \(name): \(report.schedules) schedules, \(report.steps) steps, "
        + "\(report.failure == nil ? 0 : 1) failures, \((seconds * 100).rounded() / 100) s\(report.isComplete ? ", all" : "")"
    )
    return report
  }

  /// What is printed may be cut by what else tests print; a line of the log is written in one piece.
  private func write(_ line: String) {
    print(line)
    guard let log, let file = fopen(log, "a") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }

  extension Publisher {
    /// The same values, by way of a closure that is to be released by the time that the scenario is over, though `kept`
    /// live on.
    func watched(in scenario: Exploration, keeping kept: AnyObject...) -> Publishers.Map<Self, Output> {
      for object in kept { scenario.keep(object) }
      let token = scenario.token("A closure of the pipeline")
      return map { token.pass($0) }
    }
  }

  extension Exploration {
    /// Fails the schedule unless `list` is `whole`, in the same order.
    func expect<Value: Equatable>(_ list: [Value], _ whole: [Value], _ name: String = "values") {
      check(list == whole, "The \(name) are \(list), not \(whole).")
    }

    /// Fails the schedule unless `list` has each value of `whole` at most once, in the order of `whole`.
    func expectOrder<Value: Hashable>(_ list: [Value], of whole: [Value], _ name: String = "values") {
      let places = list.map { whole.firstIndex(of: $0) ?? -1 }
      let isOrdered = !places.contains(-1) && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
      check(isOrdered, "The \(name) are \(list): not in the order of \(whole), or twice, or never sent.")
    }

    /// Fails the schedule unless the recorder has received all failures with those names, or none if it may have
    /// cancelled, or if it and the hook have received one twice.
    func expectDelayed<Value>(
      _ names: [String], by recorder: ExplorationRecorder<Value, MergedFailures<TestError>>, _ hook: FailureRecorder,
      isCancelled: Bool
    ) {
      let told = hook.errors(of: MergedFailures<TestError>.self).flatMap(\.failures).map(\.name)
      var received: [String] = []
      if case .failure(let merged) = recorder.completion { received = merged.failures.map(\.name) }
      let ours = (told + received).filter(names.contains)
      check(Set(ours).count == ours.count, "\(ours) has a failure twice.")
      check(received.isEmpty || received.sorted() == names.sorted(), "\(received) are received.")
      check(isCancelled || !received.isEmpty, "The stream has not failed.")
    }
  }
#endif
