package enum ExtraFiltering: Hashable, Sendable {
  /// Values with equal remainders are duplicates.
  case removeDuplicatesOn(modulus: Int)
  case removeAllDuplicates
  case removeAllDuplicatesOn(modulus: Int, remembering: Int)
  case suffix(Int)
  case dropLast(Int)
  case single
  case singleWhere(Condition)
  case ifEmpty(switchTo: Int)
  case prefixWhileByBehavior(Condition, isInclusive: Bool)
  case prefixUntilReplacement(Int)
  case sample(on: Int, repeating: Bool)
  /// The first signal of a source ends the lifetime.
  case prefixDuring(Int)
  /// A value that satisfies the condition ends the lifetime: before or while it is delivered.
  case prefixDuringUntil(Condition, isDelivered: Bool)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraFiltering {
    switch dice.below(16) {
    case 0: .removeDuplicatesOn(modulus: dice.within(1...3))
    case 1: .removeAllDuplicates
    case 2: .removeAllDuplicatesOn(modulus: dice.within(1...5), remembering: dice.within(0...3))
    case 3: .suffix(dice.within(0...3))
    case 4: .dropLast(dice.within(0...3))
    case 5: .single
    case 6: .singleWhere(.drawn(&dice))
    case 7: .ifEmpty(switchTo: draft.child(&dice))
    case 8: .prefixWhileByBehavior(.drawn(&dice), isInclusive: dice.chance(3, in: 4))
    case 9, 10: .prefixUntilReplacement(draft.input(&dice))
    case 11: .prefixDuring(draft.input(&dice))
    case 12: .prefixDuringUntil(.drawn(&dice), isDelivered: dice.chance(1, in: 2))
    default: .sample(on: draft.input(&dice), repeating: dice.chance(1, in: 2))
    }
  }

  /// The faults of a `single` that finds none, or several.
  package static let none = Fault(code: 201)
  package static let many = Fault(code: 202)
}
