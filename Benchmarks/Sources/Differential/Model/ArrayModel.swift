/// The expected results of `merge` and `combineLatest`, which the peer lacks, computed from the script alone.
///
/// It covers pipelines of that one stage whose sources are scripted and number their values, so that each identifies
/// its source: the n-th value of source s is 100 s + n.
package enum ArrayModel {
  /// The signals that downstream receives, with their steps, if its demand is unlimited.
  package static func signals(of scenario: Scenario) -> [Timed] {
    guard let stage = scenario.stages.first else { return [] }
    var result: [Timed] = []
    var latest: [Int: Int] = [:]
    var ended: Set<Int> = []
    var isOver = false
    func deliver(_ signal: Signal, _ step: Int) {
      guard !isOver else { return }
      result.append(Timed(step: step, signal: signal))
      isOver = signal.isEnd
      let count = result.count
      if !isOver, count <= scenario.responses.count, scenario.responses[count - 1].cancels { isOver = true }
    }
    for (step, source, signal) in scenario.scriptedSignals where !ended.contains(source) {
      if step >= 0, scenario.timeline[..<step].contains(.cancel) { break }
      switch signal {
      case .failure: deliver(signal, step)
      case .finished:
        ended.insert(source)
        let isBarren = stage.isCombineLatest && latest[source] == nil
        if ended.count == scenario.sources.count || isBarren { deliver(.finished, step) }
      case .value(let value):
        latest[source] = value
        if !stage.isCombineLatest {
          deliver(signal, step)
        } else if latest.count == scenario.sources.count {
          deliver(.value(packed(scenario.sources.indices.map { latest[$0] ?? 0 })), step)
        }
      }
    }
    return result
  }

  /// Whether downstream's signals are right: exactly with unlimited demand, otherwise as far as the script determines
  /// them.
  package static func accepts(_ trace: Trace, of scenario: Scenario) -> Bool {
    let received = trace.received
    if scenario.demand == .unlimited { return received == signals(of: scenario) }
    guard let stage = scenario.stages.first else { return false }
    return stage.isCombineLatest
      ? isPlausibleCombination(received, of: scenario)
      : isPlausibleMerge(received, of: scenario) && losesNothing(received, of: scenario)
  }

  /// Each source's values arrive in order, without gaps.
  private static func isPlausibleMerge(_ received: [Timed], of scenario: Scenario) -> Bool {
    var next = Array(repeating: 0, count: scenario.sources.count)
    for case .value(let value) in received.map(\.signal) {
      let source = value / 100
      guard next.indices.contains(source), value % 100 == next[source] else { return false }
      next[source] += 1
    }
    return true
  }

  /// All available or requested values arrive. A failure may overtake values that wait for demand.
  private static func losesNothing(_ received: [Timed], of scenario: Scenario) -> Bool {
    let sent = scenario.scriptedSignals
    guard !sent.contains(where: { if case .failure = $0.signal { true } else { false } }) else { return true }
    let values = sent.filter { !$0.signal.isEnd }.map { Timed(step: $0.step, signal: $0.signal) }
    let expected = scenario.expectation(values).signals.count
    return received.count { !$0.signal.isEnd } == expected
  }

  /// Each part of a combination is at least as new as in the previous one, and no combination repeats.
  private static func isPlausibleCombination(_ received: [Timed], of scenario: Scenario) -> Bool {
    var last = scenario.sources.map { _ in -1 }
    for case .value(let value) in received.map(\.signal) {
      let parts = unpacked(value, count: scenario.sources.count)
      guard parts != last, zip(last, parts).allSatisfy({ $0 <= $1 }) else { return false }
      guard parts.enumerated().allSatisfy({ $0.element / 100 == $0.offset }) else { return false }
      last = parts
    }
    return true
  }

  /// A signal, and its step in the timeline.
  package struct Timed: Hashable, Sendable {
    package let step: Int
    package let signal: Signal

    package init(step: Int, signal: Signal) {
      self.step = step
      self.signal = signal
    }
  }
}

extension Stage {
  fileprivate var isCombineLatest: Bool {
    if case .combining(.combineLatest) = self { true } else { false }
  }
}

extension Trace {
  /// The signals that downstream received, with their steps.
  var received: [ArrayModel.Timed] {
    var step = -1
    var received: [ArrayModel.Timed] = []
    for event in self {
      switch event {
      case .step(let number): step = number
      case .received(let signal): received.append(.init(step: step, signal: signal))
      default: break
      }
    }
    return received
  }
}

extension Scenario {
  /// Whether `ArrayModel` has the expected results: of an operator that the peer lacks, alone in its pipeline.
  package var needsArrayModel: Bool {
    stages.contains {
      switch $0 {
      case .combining(.merge), .combining(.combineLatest): true
      default: false
      }
    }
  }

  /// The signals of all sources in order, with their steps, if each gets unlimited demand in turn.
  fileprivate var scriptedSignals: [(step: Int, source: Int, signal: Signal)] {
    var signals: [(step: Int, source: Int, signal: Signal)] = []
    for (index, source) in sources.enumerated() {
      if case .scripted(let lists) = source.kind { signals += (lists.first ?? []).map { (-1, index, $0) } }
    }
    for (step, action) in timeline.enumerated() {
      if case .emit(let source, let signal) = action { signals.append((step, source, signal)) }
    }
    return signals
  }

  /// A scenario of a single stage that the peer lacks.
  static func drawnForModel(_ dice: inout Dice) -> Scenario {
    let sources = dice.within(2...4)
    let others = Array(1..<sources)
    var counts = Array(repeating: 0, count: sources)
    func value(_ source: Int) -> Signal {
      defer { counts[source] += 1 }
      return .value(100 * source + counts[source])
    }
    var ended: Set<Int> = []
    var lists: [Source] = []
    for source in 0..<sources {
      var list = (0..<dice.within(0...2)).map { _ in value(source) }
      if dice.chance(1, in: 6) {
        list.append(Source.end(&dice))
        ended.insert(source)
      }
      lists.append(Source(.scripted([list])))
    }
    var scenario = Scenario(
      sources: lists, stages: [.combining(dice.chance(1, in: 2) ? .merge(others) : .combineLatest(others))],
      demand: dice.chance(2, in: 3) ? .unlimited : .max(dice.within(0...4)))
    for _ in 0..<dice.within(0...12) {
      let source = dice.below(sources)
      if dice.chance(1, in: 6) { scenario.timeline.append(.request(.max(dice.within(1...3)))) }
      guard !ended.contains(source) else { continue }
      let signal = dice.chance(1, in: 6) ? Source.end(&dice) : value(source)
      if signal.isEnd { ended.insert(source) }
      scenario.timeline.append(.emit(source: source, signal))
    }
    if dice.chance(1, in: 4) {
      scenario.timeline.insert(.cancel, at: dice.within(0...scenario.timeline.count))
    } else if dice.chance(1, in: 4) {
      scenario.responses = Array(repeating: Response(), count: dice.within(0...3)) + [Response(cancels: true)]
    }
    return scenario
  }
}
