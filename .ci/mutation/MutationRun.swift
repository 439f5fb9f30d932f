import Foundation

/// Draws mutants, builds them into one copy of the package, and switches on one after the other under the tests.
struct MutationRun {
  private let package: PackageDescription
  private let tree: InstrumentedTree
  private let trial: Trial
  private let sample: Sample
  private let equivalents: Equivalents
  private let deadline: Date

  /// The modules with operators that have a model: LawTests hold these to the contract.
  private let modelled: Set<String>

  init(
    root: String, scratch: String, equivalents: String, count: Int, seed: UInt64, minutes: Double, files: String
  ) throws {
    deadline = Date(timeIntervalSinceNow: minutes * 60)
    let families = "\(root)/Laboratory/Sources/OperatorScenarios/Families"
    modelled = Set(
      try FileManager.default.contentsOfDirectory(atPath: families)
        .filter { try String(contentsOfFile: "\(families)/\($0)", encoding: .utf8).contains(" model: ") }
        .map { "Stream\($0.prefix { $0.isLetter })" })
    package = try PackageDescription(of: root)
    tree = InstrumentedTree(of: package, at: root, scratch: scratch)
    trial = Trial(binary: tree.testBinary, scratch: scratch)
    var found: [Mutant] = []
    for module in package.modules {
      for source in module.sources where source.hasSuffix(".swift") {
        let file = "\(module.path)/\(source)"
        // The explorer and the counter of streams run only under their traits, in tests of their own.
        if file.hasPrefix("Sources/StreamTesting/Exploration/") || file.hasPrefix("Sources/StreamTesting/Leaks/")
          || file == "Sources/StreamCore/Support/StreamCount.swift"
        {
          continue
        }
        let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
        found += MutantFinder.mutants(in: text, file: file, module: module.name)
      }
    }
    self.equivalents = try Equivalents(readingFrom: equivalents)
    try self.equivalents.check(against: found)
    sample = Sample(of: found, count: count, seed: seed, allOf: files)
    say("\(found.count) changes can be made; \(sample.drawn.count) drawn, of which some do not compile.")
  }

  func report() throws -> Report {
    let compiling = try tree.compiling(sample.drawn)
    let (chosen, equivalent) = sample.chosen(from: compiling, equivalents: equivalents)
    say("\(compiling.count) compile; \(chosen.count) are tried. Building.")
    try tree.build(with: compiling)
    let limits = try limits(of: Set(chosen.map(\.module)))

    // Those with the quickest tests first: where time is short, as many as possible are tried.
    func cost(_ mutant: Mutant) -> Double { filters(for: mutant.module).reduce(0) { $0 + (limits[$1] ?? 0) } }
    let tried = chosen.sorted { cost($0) < cost($1) }

    let report = Guarded(Report())
    report.use {
      $0.equivalent = equivalent
      let ids = Set(compiling.map(\.id))
      $0.dropped = sample.drawn.filter { !ids.contains($0.id) }
    }
    let done = Guarded(0)
    let failure = Guarded<(any Error)?>(nil)
    forEachInParallel(tried) { mutant in
      guard Date() < deadline else { return report.use { $0.notRun.append(mutant) } }
      do {
        let began = Date()
        let verdict = try verdict(on: mutant, limits: limits)
        let number = done.use { (number: inout Int) -> Int in
          number += 1
          return number
        }
        let outcome: String
        switch verdict {
        case .killed(let killer):
          report.use { $0.killed.append(mutant) }
          outcome = "killed by \(killer.prefix(140))"
        case .survived:
          report.use { $0.survived.append(mutant) }
          outcome = "SURVIVED"
        }
        say(
          String(format: "%d/%d %.0f s ", number, tried.count, Date().timeIntervalSince(began))
            + "\(mutant.file):\(mutant.line) \(mutant.change.prefix(120)): \(outcome)")
      } catch {
        failure.use { $0 = error }
      }
    }
    try failure.use { if let error = $0 { throw error } }
    return report.use { $0 }
  }

  /// The tests of the module, with the contract of its operators that have a model; and of the kernel and the parts,
  /// which every family's tests hold to the contract, those of the families.
  private func filters(for module: String) -> [String] {
    let own = modelled.contains(module) ? "^(\(module)Tests|LawTests\\.ModelTests)[./]" : "^\(module)Tests\\."
    guard ["StreamCore", "StreamDiagnostics", "StreamParts"].contains(module) else { return [own] }
    let families = package.modules.filter { $0.path.hasPrefix("Sources/StreamOperators/") }
    return [own, "^(" + families.map { $0.name + "Tests" }.joined(separator: "|") + ")\\."]
  }

  /// How long each choice of tests may take, in seconds, from a run without a mutant, which must pass.
  private func limits(of modules: Set<String>) throws -> [String: Double] {
    let limits = Guarded<[String: Double]>([:])
    let failures = Guarded<[String]>([])
    forEachInParallel(Set(modules.flatMap(filters)).sorted()) { filter in
      do {
        let (verdict, seconds, output) = try trial.run(mutant: nil, filter: filter, limit: 900)
        if verdict == .survived, !output.contains("Test run with 0 tests") {
          limits.use { $0[filter] = 4 * seconds + 20 }
          say(String(format: "Without a mutant: %.1f s ", seconds) + filter)
        } else {
          failures.use { $0.append("Without a mutant, \(filter): \(verdict)\n\(output.suffix(2000))") }
        }
      } catch {
        failures.use { $0.append("\(error)") }
      }
    }
    try failures.use { guard $0.isEmpty else { throw Failure($0.joined(separator: "\n")) } }
    return limits.use { $0 }
  }

  private func verdict(on mutant: Mutant, limits: [String: Double]) throws -> Trial.Verdict {
    for filter in filters(for: mutant.module) {
      let verdict = try trial.run(mutant: mutant.id, filter: filter, limit: limits[filter] ?? 600).verdict
      if verdict != .survived { return verdict }
    }
    return .survived
  }
}
