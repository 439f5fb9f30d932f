extension Exploration {
  /// Runs a law in this schedule: threads send, request and cancel, and the law's scheduler is a queue of the scenario.
  ///
  ///     explore { scenario in scenario.run(law, in: LawCase(.threads(2), length: 4)) }
  ///
  /// - Parameters:
  ///   - law: The law.
  ///   - lawCase: How it is run: over a subject, with few elements. Its scheduler is a queue of the scenario.
  ///   - width: The number of threads of the queue.
  public func run(_ law: Law, in lawCase: LawCase, width: Int = 1) {
    precondition(lawCase.source != .array, "The explorer runs a law over a subject.")
    let scheduler = LawScheduler(exploring: queue("law", width: width))
    let driver = LawDriver(lawCase, patience: .seconds(20), on: scheduler)
    let outcome = driver.explore(law.pipeline, in: self)
    let checker = LawChecker(law: law, patience: .seconds(20))
    atEnd { [self] in
      guard let message = checker.judge(outcome(), lawCase) else { return }
      check(false, "'\(law)' does not hold: \(message)")
    }
  }
}
