#if Explore
  import Streams
  import TestSupport
  import Testing

  @testable import StreamTesting

  /// How many schedules each case of a law runs: `EXPLORE_SCHEDULES`.
  private let schedules = number("EXPLORE_SCHEDULES") ?? 20

  /// What draws cases and schedules: `EXPLORE_SEED`.
  private let seed = UInt64(number("EXPLORE_SEED") ?? 1)

  /// Laws that the explorer cannot judge: of deadlines, which may pass during another thread's step; of endless timers,
  /// which may keep a thread busy; and of the latest of several, where a request on another thread decides which source
  /// delivers first.
  private let unexplored: Set<String> = Set([
    "A gate that opens and closes, and holds up", "A gate that opens, and drops",
    "allLatest of true and a source is the source",
    "An interval counts", "anyLatest of true and a source is true", "No pause is too long",
    "No pause is too long for a fallback",
    "No stage is too late", "Sampled, some come", "The first of a time that is long enough",
    "The latest of a collection", "The latest of both, after one", "Until a boundary, flattened again",
    "Windows of a boundary, asked for everything", "Windows of a boundary, flattened again",
    "Windows of a boundary, one after the other", "sample leaves out, and does not reorder",
  ]).union((3...9).map { "The latest of \($0)" })

  @Suite("Explored: all laws")
  struct ExploredLawTests {
    @Test("Each law without threads of its own holds in every schedule")
    func hold() {
      var (count, steps) = (0, 0)
      for law in wantedLaws where !unexplored.contains(law.law.name) {
        guard let space = law.law.space.explored else { continue }
        let start = ContinuousClock.now
        var (cases, sum) = (LawCases(of: space, seed: law.caseSeed(from: seed)), 0)
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
      if wantedLaw == nil { expect(count >= 380 * 8 * schedules, "\(count) schedules") }
      expect(unexplored.isSubset(of: allLaws.map(\.law.name)))
    }

    @Test("A law that does not hold is reported")
    func planted() {
      let law = Law("A filter changes nothing", .identity) { source, _ in source.filter { $0 != 1 } }
      var report = ExplorationReport()
      _ = FailureReporter.failures {
        report = explore(schedules: 10) { $0.run(law, in: LawCase(.threads(2), length: 4, demand: .outside(1))) }
      }
      expect(report.failure != nil)
    }
  }

  extension LawSpace {
    /// At most seven elements, in virtual places. `nil` if none are left, and for laws of virtual time alone: in the
    /// explorer times depend on the schedule.
    fileprivate var explored: LawSpace? {
      var copy = self
      copy.places = places.filter { !$0.isReal }
      copy.lengths = lengths.filter { $0 < 8 }
      copy.paces = [0]
      let measuresTime = places.allSatisfy { $0.name == LawPlace.virtualTime.name }
      return copy.places.isEmpty || copy.lengths.isEmpty || measuresTime ? nil : copy
    }
  }
#endif
