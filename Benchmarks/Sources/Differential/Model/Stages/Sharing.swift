package enum Sharing: Hashable, Sendable {
  package enum WhenFull: Hashable, Sendable {
    case dropNewest
    case dropOldest
    case fail
  }

  case share
  case multicast
  case multicastCurrentValue(Int)
  case makeConnectable(replacing: Int)
  case buffer(size: Int, keepsFull: Bool, WhenFull)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Sharing {
    switch dice.below(9) {
    case 0: .share
    case 1: .multicast
    case 2: .multicastCurrentValue(dice.value())
    case 3: .makeConnectable(replacing: dice.value())
    default:
      .buffer(
        size: dice.within(1...4), keepsFull: dice.chance(1, in: 2),
        [.dropNewest, .dropOldest, .fail][dice.below(3)])
    }
  }
}
