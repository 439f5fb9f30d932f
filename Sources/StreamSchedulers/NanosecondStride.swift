/// A length of time in nanoseconds: the stride of schedulers that count them.
///
/// Plain numbers are seconds: `5`, `0.5`, as in Combine.
///
/// Arithmetic stops at the ends of `Int`, 292 years away, where Swift's own would trap or wrap. A stride that is too long
/// for its type then means "not in our time", and neither a crash nor a time in the past, at which work runs at once.
@frozen
public struct NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
  Hashable, Codable, Sendable
{
  /// The number of nanoseconds, with its sign.
  public var magnitude: Int

  /// The coded form is that of the stride of Combine's queues: `{"_nanoseconds": …}`.
  private enum CodingKeys: String, CodingKey {
    case magnitude = "_nanoseconds"
  }

  private init(count: Int) {
    magnitude = count
  }
}

extension NanosecondStride {
  /// Makes a stride from a number of seconds, as a literal does.
  ///
  /// - Parameter value: The number of seconds.
  public init(_ value: Int) {
    self = .seconds(value)
  }

  /// Makes a stride from a number of seconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(integerLiteral value: Int) {
    self = .seconds(value)
  }

  /// Makes a stride from a number of seconds, rounded to nanoseconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(floatLiteral value: Double) {
    self = .seconds(value)
  }

  /// Makes a stride from a number of seconds, if an `Int` can hold that number.
  ///
  /// - Parameter source: The number of seconds.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = Int(exactly: source) else { return nil }
    self = .seconds(seconds)
  }

  /// A stride of whole seconds.
  public static func seconds(_ s: Int) -> Self { Self(count: s.multipliedSaturated(by: 1_000_000_000)) }

  /// A stride of seconds and fractions of a second, rounded to nanoseconds. Not-a-number is a programmer's error, and
  /// traps.
  public static func seconds(_ s: Double) -> Self { Self(count: .nanoseconds(inSeconds: s)) }

  /// A stride of thousandths of a second.
  public static func milliseconds(_ ms: Int) -> Self { Self(count: ms.multipliedSaturated(by: 1_000_000)) }

  /// A stride of millionths of a second.
  public static func microseconds(_ us: Int) -> Self { Self(count: us.multipliedSaturated(by: 1_000)) }

  /// A stride of billionths of a second.
  public static func nanoseconds(_ ns: Int) -> Self { Self(count: ns) }
}

// MARK: - Arithmetic

extension NanosecondStride {
  /// Whether the left stride is the shorter.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// The sum of two strides.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.addingSaturated(rhs.magnitude))
  }

  /// A stride less another.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.subtractingSaturated(rhs.magnitude))
  }

  /// The product of the counts of nanoseconds, as in Combine. The literal `2` is two seconds here: to double a stride,
  /// multiply it by `.nanoseconds(2)`.
  public static func * (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.multipliedSaturated(by: rhs.magnitude))
  }

  /// Adds a stride to this one.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Takes a stride from this one.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Multiplies the counts of nanoseconds.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}

// MARK: - Counting nanoseconds

extension Int {
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  func subtractingSaturated(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  func multipliedSaturated(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The nanoseconds in a number of seconds.
  ///
  /// - Parameter seconds: The seconds. Not-a-number is a programmer's error, and traps.
  /// - Returns: The nearest number of nanoseconds that an `Int` can hold.
  fileprivate static func nanoseconds(inSeconds seconds: Double) -> Int {
    Int(saturating: (seconds * 1e9).rounded(.toNearestOrAwayFromZero))
  }

  /// Makes a number from one with a fraction, which is left out; the nearest there is from one that is too large.
  ///
  /// - Parameter number: The number. Not-a-number is a programmer's error, and traps.
  init(saturating number: Double) {
    precondition(!number.isNaN, "A length of time must be a number, not NaN.")
    // The double nearest to Int.max lies beyond it.
    self = number >= Double(Int.max) ? .max : number <= Double(Int.min) ? .min : Int(number)
  }
}
