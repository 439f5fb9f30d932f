import OperatorScenarios
import StreamSubscribing
import StreamTesting
import Testing

@Suite("The scenarios of types", .serialized)
struct TypeScenariosTests {
  @Test("Each run gives what its table says", arguments: TypeTable.all.map(\.module))
  func runs(module: String) async throws {
    let table = try #require(TypeTable.all.first { $0.module == module })
    for scenario in table.scenarios {
      guard let outputs = scenario.outputs, let outcome = await scenario.run() else {
        #expect(await scenario.lines().contains { $0.contains("-") }, "\(scenario.symbol)")
        continue
      }
      #expect(outcome.marbles.map(\.name) == outputs.map(\.name), "\(scenario.symbol)")
      for (row, expected) in zip(outcome.marbles, outputs) {
        let marbles = try Marbles(parsing: row.marbles)
        #expect(marbles == expected.marbles, "\(scenario.symbol): \(row.marbles), not \(expected.marbles)")
      }
      #expect(outcome.unknownTimelines == [], "\(scenario.symbol)")
      #expect(outcome.complaints == [], "\(scenario.symbol)")
    }
  }

  @Test("Streams with the same demand share its row")
  func sharedDemand() async throws {
    let scenario = try #require(TypeTable.all.flatMap(\.scenarios).first { $0.symbol == "DeferredComplete" })
    #expect(
      await scenario.lines() == [
        "demand                      -----1", "DeferredComplete()          -----|",
        "DeferredComplete(error: e)  -----#",
      ])
  }

  @Test("A scenario without outputs runs, and shows its operation")
  func noOutputs() async {
    let scenario = Scenario(
      "sink(receiveCompletion:receiveValue:)", ["upstream": "-1|"], shows: [:], example: "", prints: ""
    ) { on in
      on.upstream.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: on.cancellables)
    }
    let outcome = await scenario.run()
    #expect(outcome.outputs == [])
    #expect(
      outcome.operation == "sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: cancellables)")
  }
}
