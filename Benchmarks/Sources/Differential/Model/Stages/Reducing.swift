package enum Reducing: Hashable, Sendable {
  case reduce(Int)
  case tryReduce(Int, Hazard)
  case collect
  case collectCount(Int)
  case count
  case min
  case max
  /// By the distance from a value, so that some values are equal.
  case minBy(distanceFrom: Int)
  case maxBy(distanceFrom: Int)
  case tryMinBy(distanceFrom: Int, Hazard)
  case tryMaxBy(distanceFrom: Int, Hazard)
  case contains(Int)
  case containsWhere(Condition)
  case tryContainsWhere(Condition, Hazard)
  case allSatisfy(Condition)
  case tryAllSatisfy(Condition, Hazard)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Reducing {
    switch dice.below(17) {
    case 0: .reduce(dice.value())
    case 1: .tryReduce(dice.value(), .drawn(&dice))
    case 2: .collect
    case 3, 4: .collectCount(dice.within(1...3))
    case 5: .count
    case 6: .min
    case 7: .max
    case 8: .minBy(distanceFrom: dice.value())
    case 9: .maxBy(distanceFrom: dice.value())
    case 10: .tryMinBy(distanceFrom: dice.value(), .drawn(&dice))
    case 11: .tryMaxBy(distanceFrom: dice.value(), .drawn(&dice))
    case 12: .contains(dice.value())
    case 13: .containsWhere(.drawn(&dice))
    case 14: .tryContainsWhere(.drawn(&dice), .drawn(&dice))
    case 15: .allSatisfy(.drawn(&dice))
    default: .tryAllSatisfy(.drawn(&dice), .drawn(&dice))
    }
  }
}
