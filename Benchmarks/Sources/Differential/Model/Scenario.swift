/// Downstream's reaction to its n-th value.
package struct Response: Hashable, Sendable, CustomStringConvertible {
  package var returned: Amount
  /// Requested with `request(_:)`, re-entrantly.
  package var requested: Amount?
  package var cancels: Bool

  package init(returned: Amount = .none, requested: Amount? = nil, cancels: Bool = false) {
    self.returned = returned
    self.requested = requested
    self.cancels = cancels
  }

  package var description: String {
    var parts: [String] = []
    if let requested { parts.append("request \(requested)") }
    if cancels { parts.append("cancel") }
    parts.append("return \(returned)")
    return parts.joined(separator: ", ")
  }
}

/// An event of the timeline, between deliveries.
package enum Action: Hashable, Sendable, CustomStringConvertible {
  case emit(source: Int, Signal)
  case request(Amount)
  case cancel

  package var description: String {
    switch self {
    case .emit(let source, let signal): "source \(source) sends \(signal)"
    case .request(let amount): "downstream requests \(amount)"
    case .cancel: "downstream cancels"
    }
  }
}

/// A pipeline and its timeline. The first source is the upstream of the first stage.
package struct Scenario: Hashable, Sendable, CustomStringConvertible {
  package var sources: [Source]
  package var stages: [Stage]
  /// Downstream's initial demand.
  package var demand: Amount
  package var responses: [Response]
  package var timeline: [Action]

  package init(
    sources: [Source], stages: [Stage], demand: Amount = .unlimited, responses: [Response] = [], timeline: [Action] = []
  ) {
    self.sources = sources
    self.stages = stages
    self.demand = demand
    self.responses = responses
    self.timeline = timeline
  }

  package var description: String {
    var lines = sources.enumerated().map { "source \($0): \($1)" }
    lines.append("pipeline: " + (["source 0"] + stages.map(\.description)).joined(separator: "."))
    lines.append("downstream asks for \(demand)")
    lines += responses.enumerated().map { "  at value \($0): \($1)" }
    lines += timeline.enumerated().map { "step \($0): \($1)" }
    return lines.joined(separator: "\n")
  }
}

/// The sources of a scenario being generated.
struct Draft {
  var sources: [Source] = []
  /// Whether there may be operators and sources that the peer lacks.
  var hasExtras = false

  mutating func add(_ role: Role, _ dice: inout Dice) -> Int {
    var index = sources.count
    let isExtra = hasExtras && dice.chance(1, in: 8)
    sources.append(isExtra ? Source(.extra(.drawn(&dice))) : .drawn(&dice, for: role))
    if dice.chance(1, in: 12) {
      sources.append(Source(.deferred(index)))
      index += 1
    }
    if hasExtras, dice.chance(1, in: 16) {
      sources.append(Source(.extra(.using(index, dice.chance(1, in: 6) ? dice.fault() : nil))))
      index += 1
    }
    return index
  }

  /// Many inputs, most of which have values and do not fail, so that the pipeline is not cut short by one of them.
  mutating func plentifulInputs(_ dice: inout Dice, count: ClosedRange<Int>) -> [Int] {
    (0..<dice.within(count)).map { _ in
      guard dice.chance(4, in: 5) else { return input(&dice) }
      sources.append(Source(.sequence(dice.some(1...4) { $0.value() })))
      return sources.count - 1
    }
  }

  mutating func input(_ dice: inout Dice) -> Int { add(.input, &dice) }

  mutating func child(_ dice: inout Dice) -> Int { add(.child, &dice) }

  mutating func inputs(_ dice: inout Dice, count: ClosedRange<Int>) -> [Int] {
    (0..<dice.within(count)).map { _ in input(&dice) }
  }

  mutating func children(_ dice: inout Dice, count: ClosedRange<Int>) -> [Int] {
    (0..<dice.within(count)).map { _ in child(&dice) }
  }
}

extension Scenario {
  /// The scenario with that number in the run with that seed.
  package static func drawn(seed: UInt64, number: Int) -> Scenario {
    var dice = Dice(seed: seed, scenario: number)
    if dice.chance(1, in: 16) { return .drawnForModel(&dice) }
    var draft = Draft()
    draft.hasExtras = dice.chance(1, in: 3)
    // A deferred source must come after the one that it defers.
    draft.sources.append(.drawn(&dice, for: .input))
    var stages: [Stage] = []
    for _ in 0..<dice.within(draft.hasExtras ? 1...5 : 1...4) {
      stages.append(.drawn(&dice, &draft, behind: stages))
    }
    if draft.hasExtras { stages.insert(.extra(.drawn(&dice, &draft)), at: dice.within(0...stages.count)) }
    let isUnlimited = dice.chance(draft.hasExtras ? 2 : 1, in: 3)
    return Scenario(
      sources: draft.sources, stages: stages,
      demand: isUnlimited ? .unlimited : .max(dice.within(0...4)),
      responses: responses(&dice, cancels: dice.chance(1, in: 5)),
      timeline: timeline(&dice, of: draft.sources, cancels: dice.chance(1, in: 4)))
  }

  private static func responses(_ dice: inout Dice, cancels: Bool) -> [Response] {
    guard dice.chance(2, in: 3) else { return [] }
    var responses = dice.some(0...5) { dice in
      Response(
        returned: dice.chance(1, in: 3) ? amount(&dice) : .none,
        requested: dice.chance(1, in: 5) ? amount(&dice) : nil)
    }
    if cancels, !responses.isEmpty { responses[responses.count - 1].cancels = true }
    return responses
  }

  private static func timeline(_ dice: inout Dice, of sources: [Source], cancels: Bool) -> [Action] {
    let live = sources.indices.filter { sources[$0].isLive }
    var ended: Set<Int> = []
    var actions: [Action] = []
    for _ in 0..<dice.within(0...10) {
      if live.isEmpty || dice.chance(1, in: 4) {
        actions.append(.request(amount(&dice)))
      } else {
        let source = live[dice.below(live.count)]
        guard !ended.contains(source) else { continue }
        let signal: Signal = dice.chance(1, in: 6) ? Source.end(&dice) : .value(dice.value())
        if signal.isEnd { ended.insert(source) }
        actions.append(.emit(source: source, signal))
      }
    }
    if cancels { actions.insert(.cancel, at: dice.within(0...actions.count)) }
    return actions
  }

  private static func amount(_ dice: inout Dice) -> Amount {
    dice.chance(1, in: 12) ? .unlimited : .max(dice.within(1...3))
  }
}
