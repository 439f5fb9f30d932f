package enum ExtraReducing: Hashable, Sendable {
  case reduceInto(Int)
  case tryReduceInto(Int, Hazard)
  case collectIntoArray
  case collectIntoSet
  /// The last value of each remainder.
  case collectIntoDictionary(modulus: Int)
  case grouped(modulus: Int)
  case sum
  /// Of the remainders by eight, so that rounding decides nothing.
  case average
  case statistics

  static func drawn(_ dice: inout Dice) -> ExtraReducing {
    switch dice.below(9) {
    case 0: .reduceInto(dice.value())
    case 1: .collectIntoArray
    case 2: .collectIntoSet
    case 3: .collectIntoDictionary(modulus: dice.within(1...3))
    case 4: .grouped(modulus: dice.within(1...3))
    case 5: .sum
    case 6: .average
    case 7: .tryReduceInto(dice.value(), .drawn(&dice))
    default: .statistics
    }
  }

  /// A fraction as a number that two ways of computing it agree on: no fraction of few small numbers is near a step.
  package static func rounded(_ fraction: Double?) -> Int {
    fraction.map { Int(($0 * 1_000 + 0.123_456_7).rounded(.down)) } ?? -1
  }
}

extension Dictionary where Key == Int, Value == Int {
  /// A digest of the entries, in the order of the keys.
  package var digested: Int { digest(sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }) }
}
