package enum ExtraHandling: Hashable, Sendable {
  /// Subscribes again after a failure with a code up to the limit.
  case retryIf(Int, codeUpTo: Int)
  case repeated(Int)
  /// Falls back from a failure with a code up to the limit.
  case fallback([Int], codeUpTo: Int)
  case ignoreFailure(completes: Bool)
  case tryMapSkippingFailures(plus: Int, Hazard)
  /// Each value selects a child.
  case flatMapSkippingFailures([Int])

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraHandling {
    switch dice.below(8) {
    case 0, 1: .retryIf(dice.within(0...3), codeUpTo: dice.within(1...3))
    case 2, 3: .repeated(dice.within(0...3))
    case 4: .fallback(draft.children(&dice, count: 1...2), codeUpTo: dice.within(1...3))
    case 5: .ignoreFailure(completes: dice.chance(2, in: 3))
    case 6: .tryMapSkippingFailures(plus: dice.value(), .drawn(&dice))
    default: .flatMapSkippingFailures(draft.children(&dice, count: 1...3))
    }
  }
}
