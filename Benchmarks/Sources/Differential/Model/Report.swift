/// Runs the scenarios of one seed with two runners, and reports differences.
package struct Report<Ours: Runner, Peer: Runner>: Sendable {
  let seed: UInt64
  let ours: Ours
  let peer: Peer

  package init(seed: UInt64, ours: Ours, peer: Peer) {
    self.seed = seed
    self.ours = ours
    self.peer = peer
  }

  /// The number of disagreements to shrink, which takes time.
  private static var shrunk: Int { 1_000 }

  /// Runs the scenarios with those numbers; prints the first few disagreements, shrunk, one per pipeline.
  package func play(_ numbers: Range<Int>, shown: Int, before: (Int) -> Void = { _ in }) -> Tally {
    var tally = Tally()
    for number in numbers {
      before(number)
      let scenario = Scenario.drawn(seed: seed, number: number)
      let verdict = scenario.verdict(ours, peer)
      tally.add(verdict)
      let isModelled = scenario.needsArrayModel || scenario.expectation != nil
      if isModelled { tally.modelled += 1 }
      if scenario.hasExtras {
        tally.extras += 1
        if isModelled { tally.modelledExtras += 1 }
        for name in scenario.extraNames { tally.coverage[name, default: 0] += isModelled ? 1 : 0 }
      }
      guard verdict == .disagreement, tally.unexplained <= Self.shrunk else { continue }
      let smallest = scenario.shrunk(ours, peer)
      let isNew = tally.suspect(smallest, in: number)
      guard isNew, tally.suspects.count <= shown else { continue }
      print("\nDisagreement in scenario \(number): run again with --seed \(seed) --only \(number)")
      show(smallest)
    }
    return tally
  }

  /// Prints one scenario, whether or not the two agree.
  package func explain(_ number: Int) {
    let scenario = Scenario.drawn(seed: seed, number: number)
    show(scenario)
    let verdict = scenario.verdict(ours, peer)
    print("\(verdict)")
    guard verdict != .agreement else { return }
    print("\nAs small as it gets:")
    show(scenario.shrunk(ours, peer))
  }

  /// A scenario and both traces, side by side.
  private func show(_ scenario: Scenario) {
    print(scenario)
    let left = ours.trace(of: scenario).map(\.description)
    let right = peer.trace(of: scenario).map(\.description)
    if let expectation = scenario.expectation { print("by the model, downstream receives \(expectation)") }
    print(Self.row("ours", "peer"))
    for line in 0..<max(left.count, right.count) {
      let (mine, theirs) = (line < left.count ? left[line] : "", line < right.count ? right[line] : "")
      print(Self.row(mine, theirs) + (mine == theirs ? "" : "   <--"))
    }
  }

  private static func row(_ left: String, _ right: String) -> String {
    "  \(padded(left)) | \(padded(right))"
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, 44 - text.count))
  }
}

/// The counts of a run.
package struct Tally: Sendable, CustomStringConvertible {
  package private(set) var agreements = 0
  package private(set) var explained: [KnownDifference.ID: Int] = [:]
  package private(set) var unexplained = 0

  /// The number of scenarios whose expected result is computed without a library.
  package fileprivate(set) var modelled = 0

  /// The number of scenarios with operators that the peer lacks, besides `merge` and `combineLatest`, and of those
  /// among them whose expected result is computed.
  package fileprivate(set) var extras = 0
  package fileprivate(set) var modelledExtras = 0

  /// The operators that the peer lacks, and of how many pipelines with each the expected result is computed.
  package fileprivate(set) var coverage: [String: Int] = [:]

  /// The operator that is checked least.
  package var leastCovered: (name: String, count: Int)? {
    coverage.min { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The smallest disagreeing pipelines, with the numbers of their scenarios.
  package private(set) var suspects: [String: [Int]] = [:]

  /// Adds a disagreement; returns whether it is the first of its pipeline.
  mutating func suspect(_ smallest: Scenario, in number: Int) -> Bool {
    let pipeline = smallest.stages.map(\.name).joined(separator: ".")
    suspects[pipeline, default: []].append(number)
    return suspects[pipeline]?.count == 1
  }

  mutating func add(_ verdict: Verdict) {
    switch verdict {
    case .agreement: agreements += 1
    case .explained(let id): explained[id, default: 0] += 1
    case .disagreement: unexplained += 1
    }
  }

  package var description: String {
    var lines = [
      "\(agreements + explained.values.reduce(0, +) + unexplained) scenarios",
      "  \(modelled) of which the values are computed from arrays, too",
      "  \(extras) with operators that the peer lacks; of \(modelledExtras) of them the values are computed",
      "  \(agreements) agree",
    ]
    if let (name, count) = leastCovered {
      lines.insert("  each of these \(coverage.count) in at least \(count) such pipelines: \(name)", at: 3)
    }
    for difference in KnownDifference.all {
      lines.append("  \(explained[difference.id] ?? 0) differ as known: \(difference.id) (\(difference.rule))")
    }
    lines.append("  \(unexplained) disagree")
    for (pipeline, numbers) in suspects.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      let examples = numbers.prefix(4).map(String.init).joined(separator: ", ")
      lines.append("    \(numbers.count) in \(pipeline): \(examples)")
    }
    return lines.joined(separator: "\n")
  }
}
