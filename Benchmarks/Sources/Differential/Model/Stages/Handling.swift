package enum Handling: Hashable, Sendable {
  case catching(Int)
  case tryCatching(Int, Hazard)
  case replaceError(Int)
  case retry(Int)
  /// Adds to the fault's code.
  case mapError(plus: Int)
  case assertNoFailure(replacing: Int)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Handling {
    switch dice.below(7) {
    case 0: .catching(draft.child(&dice))
    case 1: .tryCatching(draft.child(&dice), Hazard(at: dice.chance(1, in: 2) ? dice.within(1...3) : nil))
    case 2: .replaceError(dice.value())
    case 3, 4: .retry(dice.within(0...3))
    case 5: .mapError(plus: 10)
    default: .assertNoFailure(replacing: dice.value())
    }
  }
}
