/// A publisher that the peer lacks.
package enum ExtraSource: Hashable, Sendable, CustomStringConvertible {
  /// Computes its values, and then its end, as they are asked for.
  case unfolded([Int], end: Signal)
  /// Makes each value from the one before.
  case generated(Range<Int>)
  /// Sends its script when it is first asked for something, and then the signals of the timeline.
  case created([Signal])
  /// Calls back with its values when it is first asked for something, and then with those of the timeline. It has no
  /// end.
  case handled([Int])
  /// Keeps that many values for those who come later.
  case replaySubject(Int)
  case lastValueSubject
  // The ends of the timeline do not concern these.
  case passthroughRelay
  case currentValueRelay(Int)
  case replayRelay(Int)
  /// Makes a resource, which may fail, for the source with that index, and releases it at the end.
  case using(Int, Fault?)

  static func drawn(_ dice: inout Dice) -> ExtraSource {
    switch dice.below(10) {
    case 0, 1: return .unfolded(dice.some(0...5) { $0.value() }, end: Source.end(&dice))
    case 2:
      let first = dice.value()
      return .generated(first..<(first + dice.within(0...4)))
    case 3: return .created(Source.script(&dice, endsOften: dice.chance(1, in: 2)))
    case 4, 5: return .replaySubject(dice.within(0...3))
    case 6: return .lastValueSubject
    case 7: return [.passthroughRelay, .currentValueRelay(dice.value())][dice.below(2)]
    case 8: return .replayRelay(dice.within(0...3))
    default: return .handled(dice.some(0...3) { $0.value() })
    }
  }

  /// Whether the timeline can drive it.
  var isLive: Bool {
    switch self {
    case .created, .handled, .replaySubject, .lastValueSubject, .passthroughRelay, .currentValueRelay, .replayRelay:
      true
    case .unfolded, .generated, .using: false
    }
  }

  var canFail: Bool {
    switch self {
    case .unfolded(_, end: .failure), .using(_, .some): true
    case .created(let script): script.contains { if case .failure = $0 { true } else { false } }
    default: false
    }
  }

  package var description: String {
    switch self {
    case .unfolded(let values, let end): "unfold(\(values), \(end))"
    case .generated(let range): "generate(\(range))"
    case .created(let script): "create(\(script))"
    case .handled(let values): "handlers(\(values))"
    case .replaySubject(let count): "ReplaySubject(\(count))"
    case .lastValueSubject: "LastValueSubject"
    case .passthroughRelay: "PassthroughRelay"
    case .currentValueRelay(let value): "CurrentValueRelay(\(value))"
    case .replayRelay(let count): "ReplayRelay(\(count))"
    case .using(let source, let fault): "using { source \(source) }" + (fault.map { ", fails with \($0)" } ?? "")
    }
  }
}
