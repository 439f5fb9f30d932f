import OperatorScenarios
import StreamTesting
import Testing

@Suite("The operators' scenarios", .serialized)
struct OperatorScenariosTests {
  @Test("Each run gives what its table says", arguments: Family.all.map(\.module))
  func runs(module: String) async throws {
    let family = try #require(Family.all.first { $0.module == module })
    for scenario in family.scenarios {
      let outcome = await scenario.run()
      #expect(outcome.marbles.map(\.name) == scenario.outputs.map(\.name), "\(scenario.symbol)")
      for (row, expected) in zip(outcome.marbles, scenario.outputs) {
        let marbles = try Marbles(parsing: row.marbles)
        #expect(marbles == expected.marbles, "\(scenario.symbol): \(row.marbles), not \(expected.marbles)")
      }
      #expect(outcome.unknownTimelines == [], "\(scenario.symbol)")
      #expect(outcome.complaints == [], "\(scenario.symbol)")
      #expect(!scenario.code().isEmpty, "\(scenario.symbol)")
    }
  }

  @Test("No operator stands twice in a family, but for overloads that are told apart")
  func unique() {
    for family in Family.all {
      let keys = family.scenarios.map { [$0.symbol, $0.matching] } + family.unplayed.map { [$0.symbol, $0.matching] }
      #expect(Set(keys).count == keys.count, "\(family.module)")
    }
  }
}
