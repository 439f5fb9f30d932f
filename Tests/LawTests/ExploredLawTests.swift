#if Explore
  import Foundation
  import TestSupport
  import Testing

  @testable import StreamTesting

  /// How many schedules each case of a law runs: `EXPLORE_SCHEDULES`.
  private let schedules = ProcessInfo.processInfo.environment["EXPLORE_SCHEDULES"].flatMap { Int($0) } ?? 20

  /// What draws cases and schedules: `EXPLORE_SEED`.
  private let seed = ProcessInfo.processInfo.environment["EXPLORE_SEED"].flatMap { UInt64($0) } ?? 1

  /// Laws of deadlines, which pass while another thread goes on, and of timers without an end, which may keep one busy.
  private let unexplored: Set = [
    "A gate that opens and closes, and holds up", "An interval counts", "No pause is too long",
    "No pause is too long for a fallback", "No stage is too late", "The first of a time that is long enough",
    "Until a boundary, flattened again", "Windows of a boundary, asked for everything",
    "Windows of a boundary, flattened again", "Windows of a boundary, one after the other",
    "sample leaves out, and does not reorder",
  ]

  @Suite("Explored: all laws")
  struct ExploredLawTests {
    @Test("Each law that needs no threads of its own holds, whatever thread goes on")
    func hold() {
      var (count, steps) = (0, 0)
      for law in allLaws.keys.sorted().flatMap({ allLaws[$0] ?? [] }) {
        guard !unexplored.contains(law.law.name), wantedLaw.map({ law.law.name.contains($0) }) ?? true,
          let space = law.law.space.explored
        else { continue }
        let start = ContinuousClock.now
        var (cases, sum) = (LawCases(of: space, seed: seed), 0)
        for _ in 0..<8 {
          let lawCase = cases.next()
          let report = explore(
            seed: seed, schedules: schedules, stepLimit: 50_000, fileID: law.law.site.fileID,
            filePath: law.law.site.filePath,
            line: law.law.site.line, column: law.law.site.column
          ) { $0.run(law.law, in: lawCase) }
          if report.failure != nil { print("Explored: \(law), \(lawCase): a failure") }
          sum += report.schedules
          steps += report.steps
        }
        count += sum
        print("Explored: \(law): \(sum) schedules, \((ContinuousClock.now - start) / .milliseconds(1)) ms")
      }
      print("Explored laws: \(count) schedules, \(steps) steps")
    }
  }

  extension LawSpace {
    /// Few elements and virtual places; `nil` for what runs on threads or takes many elements, and for laws of times: a
    /// thread that goes on decides what time it is.
    fileprivate var explored: LawSpace? {
      var copy = self
      copy.places = places.filter { !$0.isReal }
      copy.lengths = lengths.filter { $0 < 8 }
      copy.paces = [0]
      let isOfTimes = places.allSatisfy { $0.name == LawPlace.virtualTime.name }
      return copy.places.isEmpty || copy.lengths.isEmpty || isOfTimes ? nil : copy
    }
  }
#endif
