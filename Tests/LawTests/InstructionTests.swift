import Foundation
import StreamTesting
import TestSupport
import Testing

/// Where callgrind writes what it has counted, without the number: `STREAMS_COUNTED`, which `.ci/laws --instructions`
/// sets.
private let profile = ProcessInfo.processInfo.environment["STREAMS_COUNTED"]

@Suite("Instructions grow with what there is, and not with its square", .enabled(if: profile != nil))
struct InstructionTests {
  // Counts are exact, so the limit is that of n · log n: 10 · 4 / 3.
  @Test("Ten thousand elements take at most 13.4 times the instructions of one thousand")
  func instructions() throws {
    let profile = try #require(profile)
    var counter = InstructionCounter(profile: profile)
    var counted: Set<String> = []
    for law in wantedLaws.filter(\.isMeasured) {
      try counter.check(CostLaw(law), at: law.law.site)
      counted.formUnion(law.names)
    }
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    for law in wantedCostLaws { try counter.check(law, at: site) }
    guard wantedLaw == nil else { return }
    let rest = try PublicNames().names.subtracting(counted)
    print("Not counted, since they run in real time, or take few elements: \(rest.sorted().joined(separator: ", "))")
    print(
      "Counted: \(counter.count) works of \(counted.count) public names; \(counter.steepest.name) grows most, \(counter.steepest.growth) times"
    )
  }
}

/// Counts instructions of this process, which runs under callgrind.
private struct InstructionCounter {
  let profile: String
  private(set) var count = 0
  private(set) var steepest: (name: String, growth: Double) = ("", 0)
  private var dumps = 0

  init(profile: String) {
    self.profile = profile
  }

  mutating func check(_ law: CostLaw, at site: CallSite) throws {
    let sizes = [1_000, 10_000]
    // What is made once is not counted.
    law.run(100)
    let counts = try sizes.map { try instructions(of: CountedWork(law, $0)) }
    let growth = Double(counts[1]) / Double(counts[0])
    let figures = zip(counts, sizes).map { "\($0 / $1) an element of \($1)" }.joined(separator: ", ")
    let line = "\(law.name): \(figures): \((growth * 100).rounded() / 100) times"
    print("Instructions: \(line)")
    fflush(nil)
    count += 1
    if growth > steepest.growth { steepest = (law.name, growth) }
    if growth > 13.4 { FailureReporter.report(line, at: site) }
  }

  /// Callgrind counts what happens in ``runCounted(_:)``, and writes a file after it.
  private mutating func instructions(of work: CountedWork) throws -> Int {
    runCounted(work)
    dumps += 1
    let file = "\(profile).\(dumps)"
    // Its last line is `totals: 1234`.
    let end = try Data(contentsOf: URL(fileURLWithPath: file)).suffix(60)
    try FileManager.default.removeItem(atPath: file)
    let word = String(decoding: end, as: UTF8.self).split { $0.isWhitespace }.last
    return try #require(word.flatMap { Int($0) })
  }
}

/// A class: for a closure as an argument the compiler would make another function, which callgrind does not know.
private final class CountedWork {
  let law: CostLaw
  let size: Int

  init(_ law: CostLaw, _ size: Int) {
    (self.law, self.size) = (law, size)
  }
}

/// The name is for callgrind.
@inline(never) @_optimize(none) @_silgen_name("law_counted")
private func runCounted(_ work: CountedWork) {
  work.law.run(work.size)
}
