import DifferentialOurs
import DifferentialPeer
import Testing

@testable import DifferentialModel

/// Our library, with an operator replaced by another.
private struct Planted: Runner {
  let mistake: @Sendable (Extra) -> Extra

  func trace(of scenario: Scenario) -> Trace {
    var scenario = scenario
    scenario.stages = scenario.stages.map { if case .extra(let stage) = $0 { .extra(mistake(stage)) } else { $0 } }
    return DifferentialOurs.Kit().trace(of: scenario)
  }
}

@Suite
struct ExtraModelTests {
  private func received(_ stage: Extra, _ sources: [Source], timeline: [Action] = []) throws -> [ArrayModel.Timed] {
    let scenario = Scenario(sources: sources, stages: [.extra(stage)], timeline: timeline)
    #expect(scenario.isRight(DifferentialOurs.Kit().trace(of: scenario)), "\(scenario)")
    return try #require(scenario.expectation).signals
  }

  private func values(_ stage: Extra, of list: [Int]) throws -> [Signal] {
    try received(stage, [Source(.sequence(list))]).map(\.signal)
  }

  private func send(_ source: Int, _ value: Int) -> Action { .emit(source: source, .value(value)) }

  private let idle = Source(.scripted([[]]))

  @Test("The model has the results of the examples in the specification")
  func linear() throws {
    #expect(
      try values(.mapping(.compactScanMap(0)), of: [1, 2, 2, 3]) == [.value(1), .value(1), .value(1), .finished])
    #expect(
      try values(.mapping(.windows(ofCount: 2, step: 3)), of: [1, 2, 3, 4, 5])
        == [.value(digest([1, 2])), .value(digest([4, 5])), .finished])
    #expect(
      try values(.mapping(.interspersed(every: 2, with: 0)), of: [1, 2, 3, 4])
        == [.value(1), .value(2), .value(0), .value(3), .value(4), .finished])
    #expect(
      try values(.filtering(.removeAllDuplicatesOn(modulus: 5, remembering: 1)), of: [1, 1, 2, 1])
        == [.value(1), .value(2), .value(1), .finished])
    #expect(try values(.filtering(.suffix(2)), of: [1, 2, 3]) == [.value(2), .value(3), .finished])
    #expect(try values(.filtering(.dropLast(1)), of: [1, 2, 3]) == [.value(1), .value(2), .finished])
    #expect(try values(.filtering(.single), of: [1, 2]) == [.failure(ExtraFiltering.many)])
    #expect(try values(.filtering(.single), of: []) == [.failure(ExtraFiltering.none)])
    #expect(
      try values(.flattening(.expand(maxPublishers: 1, limit: 2, fan: 2)), of: [0])
        == [0, 1, 2, 2, 3].map(Signal.value) + [.finished])
    #expect(
      try values(.grouping(.chunkedBy(modulus: 9, maxLength: 9)), of: [1, 1, 2, 3, 3])
        == [.value(digest([1, 1])), .value(digest([2])), .value(digest([3, 3])), .finished])
    #expect(try values(.reducing(.sum), of: [1, 2, 3]) == [.value(6), .finished])
  }

  @Test("A child of concatMap waits for the one before, those of flatMapFirst and orderedFlatMap in their ways")
  func children() throws {
    let sources = [idle, idle, Source(.scripted([[.value(8), .finished]]))]
    // The child of the even value ends in step 3; that of the odd one at once.
    let timeline: [Action] = [send(0, 0), send(0, 1), send(1, 7), .emit(source: 1, .finished)]
    let concatenated = try received(
      .flattening(.concatMap(bufferSize: 1, .suspend, [1, 2])), sources, timeline: timeline)
    #expect(concatenated.map(\.signal) == [.value(7), .value(8)])
    #expect(concatenated.map(\.step) == [2, 3])
    let first = try received(.flattening(.flatMapFirst([1, 2])), sources, timeline: timeline)
    #expect(first.map(\.signal) == [.value(7)])
    let ordered = try received(
      .flattening(.orderedFlatMap(maxPublishers: 2, bufferSize: 2, [1, 2])), sources, timeline: timeline)
    #expect(ordered.map(\.step) == [2, 3])
    let race = try received(.flattening(.flatMapRace([1, 2])), sources, timeline: timeline)
    #expect(race.map(\.signal) == [.value(8), .finished])
  }

  @Test("withLatestFrom, sample and zipLongest combine by the order of the steps")
  func combining() throws {
    let timeline: [Action] = [
      send(0, 1), send(1, 10), send(0, 2), send(0, 3), send(1, 11), .emit(source: 0, .finished),
      .emit(source: 1, .finished),
    ]
    #expect(
      try received(.combining(.withLatestFrom([1])), [idle, idle], timeline: timeline).map(\.signal)
        == [.value(digest([2, 10])), .value(digest([3, 10])), .finished])
    #expect(
      try received(.filtering(.sample(on: 1, repeating: false)), [idle, idle], timeline: timeline).map(\.signal)
        == [.value(1), .value(3), .finished])
    #expect(
      try received(
        .combining(.zipLongest(1, padding: 0, otherPadding: 5, bufferSize: 256)), [idle, idle], timeline: timeline
      ).map(\.signal)
        == [.value(digest([1, 10])), .value(digest([2, 11])), .value(digest([3, 5])), .finished])
  }

  @Test("mergeDelayingFailures fails with the last of its sources, and with all failures in order")
  func delayedFailures() throws {
    let timeline: [Action] = [
      send(0, 1), .emit(source: 0, .failure(Fault(code: 7))), send(1, 10), .emit(source: 1, .failure(Fault(code: 8))),
    ]
    #expect(
      try received(.combining(.mergeDelayingFailures([1])), [idle, idle], timeline: timeline).map(\.signal)
        == [.value(1), .value(10), .failure(Fault(code: digest([7, 8])))])
    let ending = timeline.dropLast() + [.emit(source: 1, .finished)]
    #expect(
      try received(.combining(.mergeDelayingFailures([1])), [idle, idle], timeline: Array(ending)).last?.signal
        == .failure(Fault(code: digest([7]))))
  }

  @Test("combineLatestDelayingFailures goes on with the last value of a source that has failed")
  func delayedFailuresOfLatest() throws {
    let timeline: [Action] = [
      send(0, 1), send(1, 10), .emit(source: 0, .failure(Fault(code: 7))), send(1, 11),
      .emit(source: 1, .failure(Fault(code: 8))),
    ]
    #expect(
      try received(.combining(.combineLatestDelayingFailures(1)), [idle, idle], timeline: timeline).map(\.signal)
        == [.value(digest([1, 10])), .value(digest([1, 11])), .failure(Fault(code: digest([7, 8])))])
    // Without a value of the other no pair can come.
    #expect(
      try received(.combining(.combineLatestDelayingFailures(1)), [idle, idle], timeline: Array(timeline[2...]))
        .map(\.signal) == [.failure(Fault(code: digest([7])))])
  }

  @Test(
    "flatMapDelayingFailures and concatMapDelayingFailures fail with the last child, and with all failures in order")
  func delayedFailuresOfChildren() throws {
    let sources = [idle, idle, Source(.scripted([[.value(8), .failure(Fault(code: 9))]]))]
    // The child of the even value fails in step 4; that of the odd one at once.
    let timeline: [Action] = [
      send(0, 0), send(0, 1), .emit(source: 0, .failure(Fault(code: 6))), send(1, 7),
      .emit(source: 1, .failure(Fault(code: 5))),
    ]
    #expect(
      try received(.flattening(.flatMapDelayingFailures([1, 2])), sources, timeline: timeline).map(\.signal)
        == [.value(8), .value(7), .failure(Fault(code: digest([9, 6, 5])))])
    #expect(
      try received(
        .flattening(.concatMapDelayingFailures(bufferSize: 2, [1, 2])), sources, timeline: timeline
      ).map(\.signal) == [.value(7), .value(8), .failure(Fault(code: digest([6, 5, 9])))])
  }

  @Test("A stage that asks for another number than its class says is found")
  func demand() {
    let scenario = Scenario(
      sources: [idle], stages: [.extra(.sharing(.boundedBuffer(size: 2, .suspend)))], demand: .max(1))
    #expect(!DifferentialOurs.Kit().trace(of: scenario).hasBreach)
    #expect(DemandClass.queued(2).holds(upstream: ledger(.max(3), 1), downstream: ledger(.max(1), 1)))
    #expect(!DemandClass.queued(2).holds(upstream: ledger(.unlimited, 1), downstream: ledger(.max(1), 1)))
    #expect(DemandClass.sifting.holds(upstream: ledger(.max(3), 3), downstream: ledger(.max(1), 1)))
    #expect(!DemandClass.sifting.holds(upstream: ledger(.max(1), 1), downstream: ledger(.max(1), 0)))
    #expect(!DemandClass.transparent.holds(upstream: ledger(.unlimited, 0), downstream: ledger(.max(1), 0)))
  }

  private func ledger(_ asked: Amount, _ delivered: Int) -> Ledger {
    var ledger = Ledger()
    ledger.asked = asked
    ledger.delivered = delivered
    return ledger
  }

  @Test("Each operator is in pipelines whose values are computed, and a lost value is found in each of them")
  func covers() {
    var names: Set<String> = []
    var checked: [String: Int] = [:]
    for number in 0..<20_000 {
      let scenario = Scenario.drawn(seed: 8, number: number)
      names.formUnion(scenario.extraNames)
      guard scenario.hasExtras, scenario.expectation != nil else { continue }
      var trace = DifferentialOurs.Kit().trace(of: scenario)
      #expect(scenario.isRight(trace), "\(scenario)")
      guard let last = trace.lastIndex(where: { if case .received(.value) = $0 { true } else { false } }) else {
        continue
      }
      trace.remove(at: last)
      #expect(!scenario.isRight(trace), "\(scenario)")
      for name in scenario.extraNames { checked[name, default: 0] += 1 }
    }
    #expect(names.count == 110 + Modelled.count)
    #expect(Set(checked.keys) == names)
  }

  /// Mistakes, with the operator that they are found in.
  private static let mistakes: [(name: String, mistake: @Sendable (Extra) -> Extra)] = [
    (
      "suffix",
      { if case .filtering(.suffix(let count)) = $0 { .filtering(.suffix(count + 1)) } else { $0 } }
    ),
    (
      "concatMap",
      {
        if case .flattening(.concatMap(_, _, let children)) = $0 { .flattening(.flatMapLatest(children)) } else { $0 }
      }
    ),
    (
      "withLatestFrom",
      { if case .combining(.withLatestFrom(let others)) = $0 { .combining(.zipCollection(others)) } else { $0 } }
    ),
    (
      "sample",
      {
        if case .filtering(.sample(let trigger, _)) = $0 {
          .filtering(.prefixUntilReplacement(trigger))
        } else {
          $0
        }
      }
    ),
    ("repeated", { if case .handling(.repeated(let times)) = $0 { .handling(.repeated(times + 1)) } else { $0 } }),
    ("scanInto", { if case .mapping(.scanInto) = $0 { .sharing(.conflate) } else { $0 } }),
    (
      "boundedBuffer",
      {
        if case .sharing(.boundedBuffer(let size, _)) = $0 { .sharing(.batch(max: size + 1, .suspend)) } else { $0 }
      }
    ),
    (
      "mergeLimited",
      { if case .combining(.mergeLimited(let others, _)) = $0 { .combining(.mergeCollection(others)) } else { $0 } }
    ),
    (
      "mergeDelayingFailures",
      {
        if case .combining(.mergeDelayingFailures(let others)) = $0 {
          .combining(.mergeCollection(others))
        } else {
          $0
        }
      }
    ),
    (
      "concatMapDelayingFailures",
      {
        if case .flattening(.concatMapDelayingFailures(let size, let children)) = $0 {
          .flattening(.concatMap(bufferSize: size, .suspend, children))
        } else {
          $0
        }
      }
    ),
    (
      "flatMapDelayingFailures",
      {
        if case .flattening(.flatMapDelayingFailures(let children)) = $0 {
          .handling(.flatMapSkippingFailures(children))
        } else {
          $0
        }
      }
    ),
    (
      "combineLatestDelayingFailures",
      {
        if case .combining(.combineLatestDelayingFailures(let other)) = $0 {
          .combining(.combineLatestCollection([other]))
        } else {
          $0
        }
      }
    ),
    (
      "retryWhen",
      {
        if case .handling(.retryWhen(let count, let limit, let end)) = $0 {
          .handling(.retryWhen(count + 1, codeUpTo: limit, end))
        } else {
          $0
        }
      }
    ),
  ]

  @Test("A planted mistake is found, and remains after the pipeline is shrunk", arguments: mistakes.indices)
  func planted(index: Int) {
    let (name, mistake) = Self.mistakes[index]
    // Some mistakes show in few scenarios.
    let isFound = (UInt64(4)..<34).contains { seed in
      let report = Report(seed: seed, ours: Planted(mistake: mistake), peer: DifferentialPeer.Kit())
      return report.play(0..<4_000, shown: 0).suspects.keys.contains { $0.contains(name) }
    }
    #expect(isFound)
  }
}
