/// Operators that split the stream. The groups, windows and halves are flattened again.
package enum Grouping: Hashable, Sendable {
  case groupBy(modulus: Int, bufferSize: Int)
  case windowsOf(size: Int, bufferSize: Int)
  case windowsAt(boundary: Int)
  case partition(Condition)
  /// Values with equal remainders belong together.
  case chunkedBy(modulus: Int, maxLength: Int)
  case chunkedOn(modulus: Int, maxLength: Int)
  /// A chunk ends with a value that satisfies the condition.
  case collectWhileNot(Condition, maxLength: Int)
  case collectUntil(Int)

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Grouping {
    switch dice.below(9) {
    case 0: .groupBy(modulus: dice.within(1...3), bufferSize: dice.within(1...4))
    case 1: .windowsOf(size: dice.within(1...3), bufferSize: dice.within(1...4))
    case 2: .windowsAt(boundary: draft.input(&dice))
    case 3: .partition(.drawn(&dice))
    case 4: .chunkedBy(modulus: dice.within(1...3), maxLength: dice.within(1...4))
    case 5: .chunkedOn(modulus: dice.within(1...3), maxLength: dice.within(1...4))
    case 6: .collectWhileNot(.drawn(&dice), maxLength: dice.within(1...4))
    default: .collectUntil(draft.input(&dice))
    }
  }
}
