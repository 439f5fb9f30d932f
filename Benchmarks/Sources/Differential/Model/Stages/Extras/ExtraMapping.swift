package enum ExtraMapping: Hashable, Sendable {
  case scanInto(Int)
  /// The state is the previous value; the result a digest of it and the new one.
  case scanMap(Int)
  /// The differences of successive values, without zeros.
  case compactScanMap(Int)
  case enumerated(startingAt: Int)
  case pairwise
  case pairwiseStartingWith(Int)
  case windows(ofCount: Int, step: Int)
  case interspersed(every: Int, with: Int)
  case materialize(includingSubscription: Bool)
  /// Values that satisfy the condition become the end.
  case dematerialize(Condition, end: Signal)
  case materializeAndDematerialize(includingSubscription: Bool)
  /// The values of `materialize`.
  case inputs
  case mapToResult
  /// Values that satisfy the condition become the failure.
  case dematerializeResults(Condition, Fault)
  /// A value that fails the condition becomes nil.
  case compacted(Condition)
  case toggle
  case mapToValue(Int)
  /// Each value becomes an array: itself and the next number.
  case mapMany(plus: Int)
  case compactMapMany(Condition)
  case filterMany(Condition)
  /// The object is released at a value that satisfies the condition.
  case withUnretained(releasedAt: Condition, inPairs: Bool)
  case handleEnd

  static func drawn(_ dice: inout Dice) -> ExtraMapping {
    switch dice.below(22) {
    case 0: .scanInto(dice.value())
    case 1: .scanMap(dice.value())
    case 2: .compactScanMap(dice.value())
    case 3: .enumerated(startingAt: dice.value())
    case 4: .pairwise
    case 5: .pairwiseStartingWith(dice.value())
    case 6: .windows(ofCount: dice.within(1...3), step: dice.within(1...4))
    case 7: .interspersed(every: dice.within(1...3), with: dice.value())
    case 8: .materialize(includingSubscription: dice.chance(1, in: 2))
    case 9: .dematerialize(.drawn(&dice), end: Source.end(&dice))
    case 10: .materializeAndDematerialize(includingSubscription: dice.chance(1, in: 2))
    case 11: .inputs
    case 12: .mapToResult
    case 13: .dematerializeResults(.drawn(&dice), dice.fault())
    case 14: .compacted(.drawn(&dice))
    case 15: .toggle
    case 16: .mapToValue(dice.value())
    case 17: .mapMany(plus: dice.value())
    case 18: .compactMapMany(.drawn(&dice))
    case 19: .filterMany(.drawn(&dice))
    case 20: .withUnretained(releasedAt: .drawn(&dice), inPairs: dice.chance(1, in: 2))
    default: .handleEnd
    }
  }
}
