import BenchModel
import BenchReport
import Testing

@Suite("Goals, and what has been reached")
struct GoalTests {
  private func row(
    _ streams: Double, of openCombine: Double, floor: Double? = nil, goal: Benchmark.Goal,
    reached: Benchmark.Goal? = nil
  ) -> Row {
    Row(name: "a", goal: goal, reached: reached, isOfMemory: false, figures: [streams, floor, openCombine, nil])
  }

  @Test("A row is held to its full goal on a quiet machine, and to 0.8 of it in a quick run")
  func tolerance() {
    let goal = Benchmark.Goal(ofOpenCombine: 1 / 5)
    #expect(!row(20, of: 100, goal: goal).failsCheck(tolerance: 1))
    #expect(row(20.1, of: 100, goal: goal).failsCheck(tolerance: 1))
    #expect(!row(25, of: 100, goal: goal).failsCheck(tolerance: 0.8))
    #expect(row(25.1, of: 100, goal: goal).failsCheck(tolerance: 0.8))
    #expect(!row(90, of: 100, goal: .init()).failsCheck(tolerance: 1))
  }

  @Test("A row on the list of misses is held to what it has reached, and to the goals that it reaches")
  func reached() {
    let goal = Benchmark.Goal(ofOpenCombine: 1 / 5, ofFloor: 2)
    let reached = Benchmark.Goal(ofOpenCombine: 1 / 2)
    #expect(!row(50, of: 100, floor: 25, goal: goal, reached: reached).failsCheck(tolerance: 1))
    #expect(row(51, of: 100, floor: 30, goal: goal, reached: reached).failsCheck(tolerance: 1))
    #expect(row(50, of: 100, floor: 24, goal: goal, reached: reached).failsCheck(tolerance: 1))
    #expect(!row(60, of: 100, floor: 30, goal: goal, reached: reached).failsCheck(tolerance: 0.8))
  }

  @Test("A row is on the list in vain if it reaches all its goals")
  func inVain() {
    let goal = Benchmark.Goal(ofOpenCombine: 1 / 5, ofFloor: 2)
    let reached = Benchmark.Goal(ofOpenCombine: 1 / 2)
    #expect(row(20, of: 100, floor: 10, goal: goal, reached: reached).isListedInVain)
    #expect(!row(20, of: 100, floor: 9, goal: goal, reached: reached).isListedInVain)
    #expect(!row(20, of: 100, floor: 10, goal: goal).isListedInVain)
  }

  @Test("What a row has reached is worse than its goal, which it has", arguments: Benchmark.allCases)
  func isWorse(_ benchmark: Benchmark) throws {
    for miss in benchmark.misses {
      #expect(miss.reached > miss.goal, "\(benchmark.rawValue) of \(miss.contestant)")
    }
    if let reached = benchmark.reached { #expect(reached.filled(from: benchmark.goal) != benchmark.goal) }
  }

  @Test("Docs/Performance.md lists the rows that miss their goal, with figures of the code, and a reason for each")
  func documented() throws {
    for (heading, misses) in [
      (
        "### Growth that misses its goal",
        Growth.allCases.flatMap(\.misses) + Contention.allCases.flatMap(\.misses)
      ),
      ("### Rows that miss their goal", Benchmark.allCases.flatMap(\.misses)),
      ("### Rows that miss their goal in a debug build", Benchmark.allCases.flatMap(\.missesInDebug)),
    ] {
      let rows = try DocumentTable.rows(below: heading)
      #expect(rows.map { $0.prefix(4).joined(separator: " | ") } == misses.map(\.description))
      #expect(rows.allSatisfy { $0.count == 5 && $0[4].count > 10 })
    }
  }
}
