package enum Combining: Hashable, Sendable {
  case zip([Int])
  case appendValues([Int])
  case append(Int)
  case prependValues([Int])
  case prepend(Int)
  /// Each value selects a child.
  case switchToLatest([Int])

  /// The two that the peer lacks: `ArrayModel` has their expected results.
  case merge([Int])
  case combineLatest([Int])

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Combining {
    switch dice.below(8) {
    case 0, 1: .zip(draft.inputs(&dice, count: 1...3))
    case 2: .appendValues(dice.some(0...3) { $0.value() })
    case 3: .append(draft.input(&dice))
    case 4: .prependValues(dice.some(0...3) { $0.value() })
    case 5: .prepend(draft.input(&dice))
    default: .switchToLatest(draft.children(&dice, count: 1...3))
    }
  }
}
