internal import StreamCore

/// Runs a law in cases, and shrinks the one that breaks it.
struct LawChecker {
  let law: Law
  let patience: Duration

  /// Runs the law in one case.
  ///
  /// - Returns: What came, and what is wrong; `nil` if the law holds.
  func check(_ lawCase: LawCase, patience: Duration? = nil) -> (outcome: LawOutcome, message: String)? {
    let outcome = LawDriver(lawCase, patience: patience ?? self.patience).outcome(of: law.pipeline)
    return judge(outcome, lawCase).map { (outcome, $0) }
  }

  /// - Returns: What is wrong with an outcome; `nil` if the law holds.
  func judge(_ outcome: LawOutcome, _ lawCase: LawCase) -> String? {
    if let fault = outcome.faults.first { return fault }
    let expected = expected(of: outcome, lawCase)
    var judged = outcome
    if law.relation.isOvertaken, let end = outcome.end, end != "finished", end == expected.end { judged.isCut = true }
    return law.relation.judge(judged, expected)
  }

  /// The output of the other pipeline for the same elements in an array; without another pipeline, the elements
  /// themselves.
  private func expected(of outcome: LawOutcome, _ lawCase: LawCase) -> LawOutcome {
    let elements = elements(of: outcome, lawCase)
    guard let other = law.other else {
      var expected = LawOutcome()
      expected.output = elements
      expected.end = end(of: lawCase)
      return expected
    }
    let end: LawEnd = lawCase.end.isCut ? .finish : lawCase.end
    var plain = LawCase(
      end == .never ? .subject : .array, length: elements.count, end: end, picks: lawCase.picks)
    plain.elements = elements.compactMap(\.number)
    return LawDriver(plain, patience: patience).outcome(of: other)
  }

  private func end(of lawCase: LawCase) -> String? {
    switch lawCase.end {
    case .failure: "\(TestError())"
    case .never: nil
    case .finish, .cancel, .release, .cancelOutside: "finished"
    }
  }

  /// The elements that the other pipeline gets: all of an array; of a subject those that it delivered, and those that
  /// it sent after the pipeline had cancelled it.
  private func elements(of outcome: LawOutcome, _ lawCase: LawCase) -> [LawValue] {
    guard lawCase.source.isHot else { return outcome.sent.map(LawValue.number) }
    guard outcome.hasCancelledSource, outcome.inputEnd == nil else { return outcome.input }
    let delivered = Set(outcome.input)
    return outcome.input + outcome.sent.map(LawValue.number).filter { !delivered.contains($0) }
  }

  /// Makes a case that breaks the law smaller, as long as the smaller one breaks it, too.
  func shrink(_ lawCase: LawCase, _ found: (outcome: LawOutcome, message: String)) -> (LawCase, LawOutcome, String) {
    var (best, result) = (lawCase, found)
    // A case that stands still costs the whole patience.
    let short = min(patience, .seconds(1))
    var attempts = lawCase.isDeterministic ? 200 : 40
    var hasImproved = true
    while hasImproved {
      hasImproved = false
      for candidate in smaller(best) where attempts > 0 {
        attempts -= 1
        guard let smaller = check(candidate, patience: short) else { continue }
        // On a busy machine a run may seem to stand still for so short a time.
        if !candidate.isDeterministic, smaller.message == LawOutcome.standstill, found.message != smaller.message {
          continue
        }
        (best, result, hasImproved) = (candidate, smaller, true)
        break
      }
    }
    return (best, result.outcome, result.message)
  }

  private func smaller(_ lawCase: LawCase) -> [LawCase] {
    var candidates: [LawCase] = []
    func add(_ change: (inout LawCase) -> Void) {
      var copy = lawCase
      change(&copy)
      candidates.append(copy.normalised(in: law.space))
    }
    // First to one thread: there each run is the same.
    if lawCase.place.name != LawPlace.virtualTime.name, law.space.places.contains(where: { !$0.isReal }) {
      add { $0.place = .virtualTime }
    }
    if lawCase.source.isHot, law.space.sources.contains(.array), lawCase.end != .never { add { $0.source = .array } }
    if case .threads = lawCase.source { add { $0.source = .subject } }
    let length = lawCase.length
    let lengths = Set([0, 1, 2, 3] + (1...10).map { length - Swift.max(1, length >> $0) })
    for smaller in lengths.sorted() where smaller < length && smaller >= law.space.lengths.min() ?? 0 {
      add { $0.length = smaller }
    }
    if lawCase.demand != .unlimited, law.space.demands.contains(.unlimited) { add { $0.demand = .unlimited } }
    if lawCase.end != .finish, law.space.ends.contains(.finish) { add { $0.end = .finish } }
    if lawCase.pace != 0 { add { $0.pace = 0 } }
    for place in lawCase.picks.indices where lawCase.picks[place] > 0 {
      add { $0.picks[place] = 0 }
      add { $0.picks[place] -= 1 }
    }
    return candidates
  }
}
