import DifferentialOurs
import DifferentialPeer
import Testing

@testable import DifferentialModel

/// A library with the same fault in both copies: an operator loses the last value.
private struct LosingLast: Runner {
  let isFaulty: @Sendable (Stage) -> Bool

  func trace(of scenario: Scenario) -> Trace {
    var trace = DifferentialOurs.Kit().trace(of: scenario)
    guard scenario.stages.contains(where: isFaulty) else { return trace }
    let last = trace.lastIndex { if case .received(.value) = $0 { true } else { false } }
    if let last { trace.remove(at: last) }
    return trace
  }
}

@Suite
struct ValueModelTests {
  private func received(
    _ stages: [Stage], _ sources: [Source], demand: Amount = .unlimited, responses: [Response] = [],
    timeline: [Action] = []
  ) throws -> [Signal] {
    let scenario = Scenario(
      sources: sources, stages: stages, demand: demand, responses: responses, timeline: timeline)
    return try #require(scenario.expectation).signals.map(\.signal)
  }

  @Test("The output of a chain is a function of its list")
  func chain() throws {
    let stages: [Stage] = [.mapping(.map(plus: 1)), .filtering(.filter(.isEven)), .filtering(.dropFirst(1))]
    #expect(try received(stages, [Source(.sequence([1, 2, 3, 5]))]) == [.value(4), .value(6), .finished])
  }

  @Test("Demand limits the list, and a cancel ends it")
  func demand() throws {
    let source = Source(.sequence([1, 2, 3]))
    #expect(try received([.mapping(.erase)], [source], demand: .max(2)) == [.value(1), .value(2)])
    #expect(
      try received([.mapping(.erase)], [source], demand: .max(1), timeline: [.request(.max(3))])
        == [.value(1), .value(2), .value(3), .finished])
    #expect(
      try received([.mapping(.erase)], [source], demand: .max(1), responses: [Response(returned: .max(1))])
        == [.value(1), .value(2)])
    #expect(
      try received([.mapping(.erase)], [source], responses: [Response(), Response(cancels: true)])
        == [.value(1), .value(2)])
  }

  @Test("Children of flatMap are merged by time, those of switchToLatest cut off")
  func children() throws {
    let sources = [Source(.scripted([[]])), Source(.scripted([[.value(7)]])), Source(.scripted([[.value(8)]]))]
    let timeline: [Action] = [
      .emit(source: 0, .value(0)), .emit(source: 0, .value(1)),
      .emit(source: 1, .value(9)), .emit(source: 2, .value(5)),
    ]
    #expect(
      try received([.mapping(.flatMap(limit: nil, [1, 2]))], sources, timeline: timeline)
        == [.value(7), .value(8), .value(9), .value(5)])
    #expect(
      try received([.combining(.switchToLatest([1, 2]))], sources, timeline: timeline)
        == [.value(7), .value(8), .value(5)])
  }

  @Test("Output that depends on the time of demand is left out")
  func leftOut() {
    let scenario = Scenario(
      sources: [Source(.passthrough)], stages: [.mapping(.erase)], demand: .max(1),
      timeline: [.emit(source: 0, .value(1)), .emit(source: 0, .value(2))])
    #expect(scenario.expectation == nil)
    // The zip asks for one at a time, and the subject drops its second value.
    let limited = Scenario(
      sources: [Source(.passthrough), Source(.scripted([[]])), Source(.sequence([]))],
      stages: [.combining(.zip([1])), .mapping(.flatMap(limit: 1, [2]))], demand: .unlimited,
      timeline: [.emit(source: 0, .value(1)), .emit(source: 0, .value(2)), .emit(source: 1, .value(3))])
    #expect(limited.expectation == nil)
  }

  @Test("The library delivers what the model says, with every operator and every kind of source")
  func keepsToModel() {
    var stages: Set<String> = []
    var sources: Set<String> = []
    var modelled = 0
    for number in 0..<9_000 {
      let scenario = Scenario.drawn(seed: 6, number: number)
      guard let expectation = scenario.expectation else { continue }
      #expect(expectation.accepts(DifferentialOurs.Kit().trace(of: scenario)), "\(scenario)\n\(expectation)")
      modelled += 1
      stages.formUnion(scenario.stages.map(\.name))
      sources.formUnion(scenario.sources.map(\.name))
    }
    #expect(modelled > 3_000)
    // All except merge and combineLatest, which `ArrayModel` covers.
    #expect(stages.count == 183 + Modelled.count, "\(stages.sorted())")
    #expect(sources.count == 22)
  }

  @Test("A last value that both libraries lose is found", arguments: ["map", "zip", "last", "append", "retry"])
  func lostLast(operatorName: String) {
    let faulty = LosingLast { $0.name == operatorName }
    let tally = Report(seed: 4, ours: faulty, peer: faulty).play(0..<2_000, shown: 0)
    #expect(tally.unexplained > 0)
    #expect(tally.suspects[operatorName] != nil)
  }

  @Test("A value that a merge loses is found, however few are requested")
  func lostByMerge() {
    let scenario = Scenario(
      sources: [Source(.scripted([[.value(0), .value(1)]])), Source(.scripted([[.value(100)]]))],
      stages: [.combining(.merge([1]))], demand: .max(5))
    let all: Trace = [.received(.value(0)), .received(.value(1)), .received(.value(100))]
    #expect(scenario.isRight(all))
    #expect(!scenario.isRight(all.dropLast()))
  }
}
