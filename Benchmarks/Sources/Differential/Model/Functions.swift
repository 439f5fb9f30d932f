// The closures of the stages as values, which can be printed, compared, and run by two libraries.

package enum Condition: Hashable, Sendable, CustomStringConvertible {
  case isEven
  case isBelow(Int)
  case equals(Int)
  case always
  case never

  package func holds(for value: Int) -> Bool {
    switch self {
    case .isEven: value.isMultiple(of: 2)
    case .isBelow(let bound): value < bound
    case .equals(let other): value == other
    case .always: true
    case .never: false
    }
  }

  package var description: String {
    switch self {
    case .isEven: "$0 % 2 == 0"
    case .isBelow(let bound): "$0 < \(bound)"
    case .equals(let other): "$0 == \(other)"
    case .always: "true"
    case .never: "false"
    }
  }

  static func drawn(_ dice: inout Dice) -> Condition {
    switch dice.below(8) {
    case 0, 1, 2: .isEven
    case 3, 4: .isBelow(dice.within(1...4))
    case 5: .equals(dice.value())
    case 6: .always
    default: .never
    }
  }
}

/// A closure that throws at one value, or at none.
package struct Hazard: Hashable, Sendable, CustomStringConvertible {
  package let value: Int?

  package init(at value: Int?) {
    self.value = value
  }

  package func check(_ value: Int) throws {
    if value == self.value { throw Fault(code: 100 + value) }
  }

  package var description: String {
    value.map { "throws at \($0)" } ?? "throws never"
  }

  static func drawn(_ dice: inout Dice) -> Hazard {
    Hazard(at: dice.chance(1, in: 3) ? dice.value() : nil)
  }
}

/// Hashes several numbers into one, depending on their order.
package func digest(_ values: [Int]) -> Int {
  values.reduce(7) { ($0 &* 31 &+ $1) % 1_000_003 }
}

/// Packs several numbers, each below a thousand, into one.
package func packed(_ values: [Int]) -> Int {
  values.reduce(0) { $0 * 1_000 + $1 }
}

/// Unpacks the numbers of `packed`.
func unpacked(_ number: Int, count: Int) -> [Int] {
  var rest = number
  let reversed = (0..<count).map { _ in
    defer { rest /= 1_000 }
    return rest % 1_000
  }
  return reversed.reversed()
}
