import Testing

@testable import DifferentialModel

@Suite
struct ScenarioTests {
  @Test("A scenario depends on its seed and its number only")
  func reproducible() {
    for number in [0, 1, 77, 99_999] {
      #expect(Scenario.drawn(seed: 5, number: number) == .drawn(seed: 5, number: number))
      #expect(Scenario.drawn(seed: 5, number: number) != .drawn(seed: 6, number: number))
    }
  }

  @Test("Every operator and every kind of source is drawn")
  func covers() {
    var stages: Set<String> = []
    var sources: Set<String> = []
    for number in 0..<5_000 {
      let scenario = Scenario.drawn(seed: 1, number: number)
      stages.formUnion(scenario.stages.map(\.name))
      sources.formUnion(scenario.sources.map(\.name))
    }
    #expect(stages.count == 185 + Modelled.count)
    #expect(sources.count == 22)
  }

  @Test("A shrunk scenario still shows the difference, and nothing less than that")
  func shrinking() throws {
    let hasFilter = { (scenario: Scenario) in
      scenario.has { if case .filtering(.filter) = $0 { true } else { false } }
    }
    let number = try #require(
      (0..<5_000).first { number in
        let scenario = Scenario.drawn(seed: 1, number: number)
        return hasFilter(scenario) && scenario.stages.count == 4
      })
    let smallest = Scenario.drawn(seed: 1, number: number).shrunk(while: hasFilter)
    #expect(smallest.stages.count == 1)
    #expect(smallest.timeline.isEmpty)
    #expect(smallest.responses.isEmpty)
    #expect(smallest.demand == .none)
  }
}
