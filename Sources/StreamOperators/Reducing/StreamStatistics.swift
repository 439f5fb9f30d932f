/// The number, mean, variance, minimum and maximum of numbers: `Publishers.Statistics`.
///
/// Mean and variance are accumulated by Welford's method, without a sum that outgrows the numbers.
@frozen
public struct StreamStatistics<Number: BinaryFloatingPoint> {
  @usableFromInline var added = 0
  @usableFromInline var center: Number = 0

  /// The sum of the squared distances from the mean.
  @usableFromInline var spread: Number = 0

  @usableFromInline var lowest: Number?
  @usableFromInline var highest: Number?

  /// Creates the statistics of no numbers.
  @inlinable
  public init() {}

  /// Adds a number.
  ///
  /// - Parameter number: The number. NaN makes every statistic but the count NaN.
  @inlinable
  public mutating func add(_ number: Number) {
    added += 1
    let distance = number - center
    center += distance / Number(added)
    spread += distance * (number - center)
    lowest = Self.chosen(lowest, number) { $0 < $1 }
    highest = Self.chosen(highest, number) { $0 > $1 }
  }

  /// Not `Swift.min`: whether it drops or keeps NaN depends on the order of its arguments.
  @inlinable
  static func chosen(_ former: Number?, _ number: Number, by isBetter: (Number, Number) -> Bool) -> Number {
    guard let former, !number.isNaN else { return number }
    return former.isNaN || !isBetter(number, former) ? former : number
  }

  /// How many numbers have been added.
  @inlinable public var count: Int { added }

  /// The smallest number; `nil` if there is none.
  @inlinable public var minimum: Number? { lowest }

  /// The largest number; `nil` if there is none.
  @inlinable public var maximum: Number? { highest }

  /// The mean; `nil` if there is no number.
  @inlinable public var mean: Number? { added > 0 ? center : nil }

  /// The variance of the numbers as a whole population; `nil` if there is no number.
  @inlinable public var variance: Number? { added > 0 ? spread / Number(added) : nil }
}

extension StreamStatistics: Sendable where Number: Sendable {}

extension StreamStatistics: Equatable {}
