import DifferentialOurs
import Testing

@testable import DifferentialModel

@Suite
struct ArrayModelTests {
  private func scenario(_ stage: Combining, _ timeline: [Action], demand: Amount = .unlimited) -> Scenario {
    Scenario(
      sources: [Source(.scripted([[]])), Source(.scripted([[]]))], stages: [.combining(stage)], demand: demand,
      timeline: timeline)
  }

  private func send(_ source: Int, _ value: Int) -> Action { .emit(source: source, .value(100 * source + value)) }

  @Test("merge: values arrive in order, up to the end of the last input")
  func merge() {
    let signals = ArrayModel.signals(
      of: scenario(
        .merge([1]),
        [send(1, 0), send(0, 0), .emit(source: 0, .finished), send(1, 1), .emit(source: 1, .finished)]))
    #expect(signals.map(\.signal) == [.value(100), .value(0), .value(101), .finished])
    #expect(signals.map(\.step) == [0, 1, 3, 4])
  }

  @Test("combineLatest: combines once each input has delivered a value; a failure ends it")
  func combineLatest() {
    let signals = ArrayModel.signals(
      of: scenario(
        .combineLatest([1]),
        [send(1, 0), send(0, 0), send(1, 1), .emit(source: 1, .failure(Fault(code: 1))), send(0, 1)]))
    #expect(signals.map(\.signal) == [.value(packed([0, 100])), .value(packed([0, 101])), .failure(Fault(code: 1))])
  }

  @Test("combineLatest: an input that ends without a value ends it")
  func barren() {
    let signals = ArrayModel.signals(of: scenario(.combineLatest([1]), [send(0, 0), .emit(source: 1, .finished)]))
    #expect(signals.map(\.signal) == [.finished])
  }

  @Test("A cancel ends the model's stream")
  func cancel() {
    let signals = ArrayModel.signals(of: scenario(.merge([1]), [send(0, 0), .cancel, send(0, 1)]))
    #expect(signals.map(\.signal) == [.value(0)])
  }

  @Test("The library agrees with the model")
  func accepted() {
    var played = 0
    for number in 0..<4_000 {
      let scenario = Scenario.drawn(seed: 3, number: number)
      guard scenario.needsArrayModel else { continue }
      #expect(ArrayModel.accepts(Kit().trace(of: scenario), of: scenario), "\(scenario)")
      played += 1
    }
    #expect(played > 100)
  }

  @Test("A result that the model forbids is found", arguments: [Amount.unlimited, .max(9)])
  func refused(demand: Amount) {
    let merge = scenario(.merge([1]), [send(0, 0), send(0, 1)], demand: demand)
    let swapped: Trace = [.step(0), .received(.value(1)), .step(1), .received(.value(0))]
    #expect(!ArrayModel.accepts(swapped, of: merge))
    let latest = scenario(.combineLatest([1]), [send(0, 0), send(1, 0), send(0, 1)], demand: demand)
    let stale: Trace = [
      .step(1), .received(.value(packed([0, 100]))), .step(2), .received(.value(packed([0, 100]))),
    ]
    #expect(!ArrayModel.accepts(stale, of: latest))
  }
}
