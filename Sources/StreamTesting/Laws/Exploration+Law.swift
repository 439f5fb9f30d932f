extension Exploration {
  /// Runs a law in this schedule: threads send, request and cancel, and the law's scheduler is a queue of the scenario.
  ///
  ///     explore { scenario in scenario.run(law, in: LawCase(.threads(2), length: 4)) }
  ///
  /// - Parameters:
  ///   - law: The law.
  ///   - lawCase: How it is run, with few elements. Combinations that cannot occur are replaced; the scheduler of its
  ///     place is not used.
  ///   - width: The number of threads of the queue.
  public func run(_ law: Law, in lawCase: LawCase, width: Int = 1) {
    let lawCase = lawCase.normalised(in: law.space)
    let driver = LawDriver(lawCase, patience: .seconds(20), on: queue("law", width: width))
    let outcome = driver.explore(law.pipeline, in: self)
    let checker = LawChecker(law: law, patience: .seconds(20))
    atEnd { [self] in
      guard let message = checker.judge(outcome(), lawCase) else { return }
      check(false, "'\(law)' does not hold: \(message)")
    }
  }
}
