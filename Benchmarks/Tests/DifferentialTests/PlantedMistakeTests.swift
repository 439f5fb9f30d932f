import DifferentialOurs
import DifferentialPeer
import Testing

@testable import DifferentialModel

/// Our library, with one operator replaced by another.
private struct Planted: Runner {
  let mistake: @Sendable (Stage) -> Stage

  func trace(of scenario: Scenario) -> Trace {
    var scenario = scenario
    scenario.stages = scenario.stages.map(mistake)
    return DifferentialOurs.Kit().trace(of: scenario)
  }
}

@Suite
struct PlantedMistakeTests {
  private func unexplained(_ mistake: @escaping @Sendable (Stage) -> Stage) -> Tally {
    Report(seed: 4, ours: Planted(mistake: mistake), peer: DifferentialPeer.Kit()).play(0..<3_000, shown: 0)
  }

  @Test("Without a planted mistake the libraries agree")
  func none() {
    let tally = unexplained { $0 }
    #expect(tally.unexplained == 0)
    #expect(tally.agreements > 1_500)
  }

  @Test("A filter that passes a wrong value is found, and remains after the pipeline is shrunk")
  func filter() {
    let tally = unexplained { stage in
      if case .filtering(.filter(.isEven)) = stage { .filtering(.filter(.always)) } else { stage }
    }
    #expect(tally.unexplained > 0)
    #expect(tally.suspects["filter"] != nil)
  }

  @Test("A scan that starts from another value is found")
  func scan() {
    let tally = unexplained { stage in
      if case .mapping(.scan(let initial)) = stage { .mapping(.scan(initial + 1)) } else { stage }
    }
    #expect(tally.suspects["scan"] != nil)
  }

  @Test("A stage that requests too much is found by its requests")
  func demand() {
    let tally = unexplained { stage in
      if case .filtering(.dropWhile(.never)) = stage {
        .sharing(.buffer(size: 4, keepsFull: true, .fail))
      } else {
        stage
      }
    }
    #expect(tally.suspects["dropWhile"] != nil)
  }

  @Test("A merge that loses an input is found by the model")
  func merge() {
    let tally = unexplained { stage in
      if case .combining(.merge(let others)) = stage, others.count > 1 { .combining(.merge([1])) } else { stage }
    }
    #expect(tally.suspects["merge"] != nil)
  }
}
