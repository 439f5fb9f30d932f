package enum Mapping: Hashable, Sendable {
  case map(plus: Int)
  case tryMap(plus: Int, Hazard)
  case mapKeyPath
  case mapTwoKeyPaths
  case compactMap(Condition)
  case tryCompactMap(Condition, Hazard)
  case scan(Int)
  case tryScan(Int, Hazard)
  /// A value that fails the condition becomes nil, and then the replacement.
  case replaceNil(Condition, with: Int)
  /// Each value selects a child.
  case flatMap(limit: Int?, [Int])
  case setFailureType(replacing: Int)
  case encodeAndDecode(encoder: Hazard, decoder: Hazard)
  case erase

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Mapping {
    switch dice.below(16) {
    case 0: .map(plus: dice.value())
    case 1: .tryMap(plus: dice.value(), .drawn(&dice))
    case 2: .mapKeyPath
    case 3: .mapTwoKeyPaths
    case 4: .compactMap(.drawn(&dice))
    case 5: .tryCompactMap(.drawn(&dice), .drawn(&dice))
    case 6: .scan(dice.value())
    case 7: .tryScan(dice.value(), .drawn(&dice))
    case 8: .replaceNil(.drawn(&dice), with: dice.value())
    case 9: .setFailureType(replacing: dice.value())
    case 10: .encodeAndDecode(encoder: .drawn(&dice), decoder: .drawn(&dice))
    case 11: .erase
    default:
      .flatMap(limit: dice.chance(2, in: 3) ? dice.within(1...3) : nil, draft.children(&dice, count: 1...3))
    }
  }
}
