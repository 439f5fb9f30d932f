package enum Filtering: Hashable, Sendable {
  case filter(Condition)
  case tryFilter(Condition, Hazard)
  case removeDuplicates
  /// Values with equal remainders are duplicates.
  case removeDuplicatesBy(modulus: Int)
  case tryRemoveDuplicates(modulus: Int, Hazard)
  case replaceEmpty(Int)
  case ignoreOutput
  case first
  case firstWhere(Condition)
  case tryFirstWhere(Condition, Hazard)
  case last
  case lastWhere(Condition)
  case tryLastWhere(Condition, Hazard)
  case dropFirst(Int)
  case dropWhile(Condition)
  case tryDropWhile(Condition, Hazard)
  case dropUntilOutput(Int)
  case prefix(Int)
  case prefixWhile(Condition)
  case tryPrefixWhile(Condition, Hazard)
  case prefixUntilOutput(Int)
  case outputAt(Int)
  case outputIn(Range<Int>)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Filtering {
    switch dice.below(23) {
    case 0: .filter(.drawn(&dice))
    case 1: .tryFilter(.drawn(&dice), .drawn(&dice))
    case 2: .removeDuplicates
    case 3: .removeDuplicatesBy(modulus: dice.within(1...3))
    case 4: .tryRemoveDuplicates(modulus: dice.within(1...3), .drawn(&dice))
    case 5: .replaceEmpty(dice.value())
    case 6: .ignoreOutput
    case 7: .first
    case 8: .firstWhere(.drawn(&dice))
    case 9: .tryFirstWhere(.drawn(&dice), .drawn(&dice))
    case 10: .last
    case 11: .lastWhere(.drawn(&dice))
    case 12: .tryLastWhere(.drawn(&dice), .drawn(&dice))
    case 13: .dropFirst(dice.within(0...3))
    case 14: .dropWhile(.drawn(&dice))
    case 15: .tryDropWhile(.drawn(&dice), .drawn(&dice))
    case 16: .dropUntilOutput(draft.input(&dice))
    case 17: .prefix(dice.within(0...4))
    case 18: .prefixWhile(.drawn(&dice))
    case 19: .tryPrefixWhile(.drawn(&dice), .drawn(&dice))
    case 20: .prefixUntilOutput(draft.input(&dice))
    case 21: .outputAt(dice.within(0...3))
    default: .outputIn(range(&dice))
    }
  }

  private static func range(_ dice: inout Dice) -> Range<Int> {
    let start = dice.within(0...3)
    return start..<(start + dice.within(0...3))
  }
}
