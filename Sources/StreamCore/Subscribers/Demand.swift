extension Subscribers {
  /// The number of values that a subscriber requests from its publisher.
  ///
  /// Demand adds up. ``unlimited`` absorbs: adding to it, subtracting from it or multiplying it leaves it unlimited.
  /// Sums beyond `Int.max` are unlimited, and differences below zero are zero.
  @frozen
  public struct Demand: Equatable, Hashable, Codable, Sendable {
    /// At most `Int.max + 1`, which means unlimited.
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = rawValue < Self.unlimitedRawValue ? rawValue : Self.unlimitedRawValue
    }

    @inlinable init(exactly rawValue: UInt) { self.rawValue = rawValue }

    @inlinable static var unlimitedRawValue: UInt { UInt(Int.max) + 1 }
  }
}

extension Subscribers.Demand {
  /// As many values as the publisher can deliver.
  @inlinable public static var unlimited: Self { Self(exactly: unlimitedRawValue) }

  /// No values; the same as `max(0)`.
  @inlinable public static var none: Self { Self(exactly: 0) }

  /// A limited number of values.
  ///
  /// - Parameter value: The number of values, not negative. A negative number traps.
  /// - Returns: The demand.
  @inlinable
  public static func max(_ value: Int) -> Self {
    precondition(value >= 0, "Demand cannot be negative: .max(\(value))")
    return Self(rawValue: UInt(bitPattern: value))
  }

  /// The number of values, or `nil` if there is no limit.
  @inlinable public var max: Int? {
    self == .unlimited ? nil : Int(rawValue)
  }
}

// MARK: - Coding

// The coded form is Combine's: a bare number, `UInt(Int.max) + 1` for unlimited.
extension Subscribers.Demand {
  /// Decodes a demand from a number. A number greater than that of unlimited demand is unlimited, too, as in Combine; a
  /// negative number, or one that does not fit into a `UInt`, is an error.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Encodes the demand as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

// MARK: - Arithmetic

extension Subscribers.Demand {
  /// The sum of two demands.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    // Neither exceeds Int.max + 1, so the sum overflows only for two unlimited demands.
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow ? .unlimited : Self(rawValue: sum)
  }

  /// The sum of a demand and a number. A negative number subtracts, down to zero.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    rhs < 0 ? lhs - Self(rawValue: rhs.magnitude) : lhs + Self(rawValue: rhs.magnitude)
  }

  /// The difference of two demands, at least zero. Unlimited minus anything is unlimited; a limited demand minus
  /// unlimited is zero.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited { return .unlimited }
    return lhs.rawValue > rhs.rawValue ? Self(rawValue: lhs.rawValue - rhs.rawValue) : .none
  }

  /// The difference of a demand and a number, at least zero. A negative number adds.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    rhs < 0 ? lhs + Self(rawValue: rhs.magnitude) : lhs - Self(rawValue: rhs.magnitude)
  }

  /// A demand multiplied by a number, which traps if it is negative. Unlimited stays unlimited.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    precondition(rhs >= 0, "Demand cannot be negative: \(lhs) * \(rhs)")
    if lhs == .unlimited { return .unlimited }
    let (product, overflow) = lhs.rawValue.multipliedReportingOverflow(by: rhs.magnitude)
    return overflow ? .unlimited : Self(rawValue: product)
  }

  /// Adds a demand to this one.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Adds a number to this demand.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// Subtracts a demand from this one, down to zero.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Subtracts a number from this demand, down to zero.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

  /// Multiplies this demand.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }
}

// MARK: - Comparison

extension Subscribers.Demand: Comparable {
  /// Whether the left demand is smaller; nothing exceeds unlimited.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

// Combine compares with `Int`. These operators are generic, which leaves `{ $0 > 1 }` to the integers: the type-checker
// considers generic operators last, and two candidates of equal rank make a chain of a dozen such closures too complex.
extension Subscribers.Demand {
  /// Whether a demand is for fewer than `rhs` values.
  @inlinable
  public static func < <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool {
    rhs > 0 && lhs.rawValue < rhs.magnitude
  }

  /// Whether a demand is for at most `rhs` values.
  @inlinable
  public static func <= <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool {
    rhs >= 0 && lhs.rawValue <= rhs.magnitude
  }

  /// Whether a demand is for more than `rhs` values.
  @inlinable
  public static func > <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool { !(lhs <= rhs) }

  /// Whether a demand is for at least `rhs` values.
  @inlinable
  public static func >= <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool { !(lhs < rhs) }

  /// Whether a number is below a demand.
  @inlinable
  public static func < <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { rhs > lhs }

  /// Whether a number is at most a demand.
  @inlinable
  public static func <= <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { rhs >= lhs }

  /// Whether a number exceeds a demand.
  @inlinable
  public static func > <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { rhs < lhs }

  /// Whether a number is at least a demand.
  @inlinable
  public static func >= <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { rhs <= lhs }

  /// Whether a demand is for exactly `rhs` values.
  @inlinable
  public static func == <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool {
    rhs >= 0 && lhs.rawValue == rhs.magnitude
  }

  /// Whether a demand is not for exactly `rhs` values.
  @inlinable
  public static func != <Number: SignedInteger>(lhs: Self, rhs: Number) -> Bool { !(lhs == rhs) }

  /// Whether a demand is for exactly `lhs` values.
  @inlinable
  public static func == <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { rhs == lhs }

  /// Whether a demand is not for exactly `lhs` values.
  @inlinable
  public static func != <Number: SignedInteger>(lhs: Number, rhs: Self) -> Bool { !(rhs == lhs) }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or `max(3)`.
  public var description: String {
    max.map { "max(\($0))" } ?? "unlimited"
  }
}
