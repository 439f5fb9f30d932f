package enum Debugging: Hashable, Sendable {
  case print(String)
  case handleEvents
  case breakpoint

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Debugging {
    switch dice.below(5) {
    case 0, 1: .print(dice.chance(1, in: 2) ? "" : "stage")
    case 2, 3: .handleEvents
    default: .breakpoint
    }
  }
}
