import DifferentialOurs
import DifferentialPeer
import Testing

@testable import DifferentialModel

/// Our library, with an operator or a source replaced by another.
private struct Planted: Runner {
  let mistake: @Sendable (inout Scenario) -> Void

  func trace(of scenario: Scenario) -> Trace {
    var scenario = scenario
    mistake(&scenario)
    return DifferentialOurs.Kit().trace(of: scenario)
  }
}

/// Guards of calls, and the subjects that are more than the peer's.
@Suite
struct ResilienceModelTests {
  private func received(
    _ stage: Extra, _ sources: [Source.Kind], timeline: [Action] = []
  ) throws -> [ArrayModel.Timed] {
    let scenario = Scenario(sources: sources.map(Source.init), stages: [.extra(stage)], timeline: timeline)
    #expect(scenario.isRight(DifferentialOurs.Kit().trace(of: scenario)), "\(scenario)")
    return try #require(scenario.expectation).signals
  }

  private func send(_ source: Int, _ value: Int) -> Action { .emit(source: source, .value(value)) }

  @Test("A call waits for the place of another; one too many is refused")
  func bulkhead() throws {
    let signals = try received(
      .resilience(.bulkhead(maxConcurrent: 1, maxWaiting: 1, [1, 2])),
      [.scripted([[]]), .scripted([[]]), .scripted([[.value(8), .finished]])],
      timeline: [send(0, 0), send(0, 1), send(0, 2), send(1, 7), .emit(source: 1, .finished)])
    #expect(signals.map(\.signal) == [.value(Code.refused), .value(7), .value(8)])
    #expect(signals.map(\.step) == [2, 3, 4])
  }

  @Test("Failures open the breaker; open for no time, it is closed by a trial", arguments: [true, false])
  func circuitBreaker(staysOpen: Bool) throws {
    let settings = ExtraResilience.Breaker(
      failureRate: 0.5, minimumCalls: 2, window: 2, staysOpen: staysOpen, trialCalls: 1, codeUpTo: 1)
    let signals = try received(
      .resilience(.circuitBreaker(settings, [1, 2])), [.sequence([0, 0, 1]), .fail(Fault(code: 1)), .just(9)])
    let failure = Signal.value(Code.failure(Fault(code: 1)))
    #expect(signals.map(\.signal) == [failure, failure, .value(staysOpen ? Code.refused : 9), .finished])
  }

  @Test("The number of attempts of a policy includes the first")
  func retryByPolicy() throws {
    let fault = Signal.failure(Fault(code: 1))
    let signals = try received(
      .resilience(.retryByPolicy(attempts: 2, codeUpTo: 1)), [.scripted([[.value(1), fault], [.value(2), fault]])])
    #expect(signals.map(\.signal) == [.value(1), .value(2), fault])
  }

  @Test("A late subscriber gets what is kept for it")
  func lateSubscriber() throws {
    func received(from source: ExtraSource) throws -> [ArrayModel.Timed] {
      try self.received(
        .combining(.delaySubscription(until: 1)), [.extra(source), .scripted([[]])],
        timeline: [send(0, 1), send(0, 2), send(0, 3), send(1, 0), send(0, 4), .emit(source: 0, .finished)])
    }
    let values = { (list: ClosedRange<Int>) in list.map(Signal.value) }
    let replayed = try received(from: .replaySubject(2))
    #expect(replayed.map(\.signal) == values(2...4) + [.finished])
    #expect(replayed.map(\.step) == [3, 3, 4, 5])
    let last = try received(from: .lastValueSubject)
    #expect(last.map(\.signal) == values(4...4) + [.finished])
    #expect(last.map(\.step) == [5, 5])
    #expect(try received(from: .passthroughRelay).map(\.signal) == values(4...4))
    #expect(try received(from: .currentValueRelay(0)).map(\.signal) == values(3...4))
    #expect(try received(from: .replayRelay(1)).map(\.signal) == values(3...4))
  }

  private static func stages(_ mistake: @escaping @Sendable (Extra) -> Extra) -> @Sendable (inout Scenario) -> Void {
    { scenario in
      scenario.stages = scenario.stages.map { if case .extra(let stage) = $0 { .extra(mistake(stage)) } else { $0 } }
    }
  }

  private static func sources(
    _ mistake: @escaping @Sendable (ExtraSource) -> ExtraSource
  ) -> @Sendable (inout Scenario) -> Void {
    { scenario in
      scenario.sources = scenario.sources.map { source in
        if case .extra(let kind) = source.kind { Source(.extra(mistake(kind))) } else { source }
      }
    }
  }

  /// Others show too seldom to be found by chance.
  private static let mistakes: [@Sendable (inout Scenario) -> Void] = [
    stages {
      if case .resilience(.bulkhead(let places, let room, let children)) = $0 {
        .resilience(.bulkhead(maxConcurrent: places, maxWaiting: room + 1, children))
      } else {
        $0
      }
    },
    stages {
      if case .resilience(.bulkhead(let places, let room, let children)) = $0 {
        .resilience(.bulkhead(maxConcurrent: places + 1, maxWaiting: room, children))
      } else {
        $0
      }
    },
    breaker { ($0.failureRate, $0.minimumCalls + 1, $0.window, $0.trialCalls) },
    breaker { ($0.failureRate, $0.minimumCalls, $0.window + 1, $0.trialCalls) },
    stages {
      if case .resilience(.retryByPolicy(let attempts, let limit)) = $0 {
        .resilience(.retryByPolicy(attempts: attempts + 1, codeUpTo: limit))
      } else {
        $0
      }
    },
    stages { if case .sharing(.multicastLastValue) = $0 { .sharing(.multicastReplay(1)) } else { $0 } },
    stages { if case .sharing(.multicastReplay) = $0 { .sharing(.multicastLastValue) } else { $0 } },
    sources { if case .replaySubject(let count) = $0 { .replaySubject(count + 1) } else { $0 } },
    sources { if case .lastValueSubject = $0 { .replaySubject(1) } else { $0 } },
    sources { if case .currentValueRelay = $0 { .passthroughRelay } else { $0 } },
  ]

  private static func breaker(
    _ mistake:
      @escaping @Sendable (ExtraResilience.Breaker) -> (rate: Double, minimum: Int, window: Int, trials: Int)
  ) -> @Sendable (inout Scenario) -> Void {
    stages { stage in
      guard case .resilience(.circuitBreaker(let settings, let children)) = stage else { return stage }
      let (rate, minimum, window, trials) = mistake(settings)
      return .resilience(
        .circuitBreaker(
          .init(
            failureRate: rate, minimumCalls: minimum, window: window, staysOpen: settings.staysOpen, trialCalls: trials,
            codeUpTo: settings.codeUpTo), children))
    }
  }

  @Test("A planted mistake is found", arguments: mistakes.indices)
  func planted(index: Int) {
    // Some mistakes show in few scenarios: the bounds of a breaker in one of some 80,000.
    let isFound = (UInt64(4)..<64).contains { seed in
      Report(seed: seed, ours: Planted(mistake: Self.mistakes[index]), peer: DifferentialPeer.Kit())
        .play(0..<4_000, shown: 0).unexplained > 0
    }
    #expect(isFound)
  }
}
