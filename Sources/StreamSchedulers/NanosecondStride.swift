/// A duration in nanoseconds: the stride of schedulers with nanosecond clocks.
///
/// Plain numbers are seconds: `5`, `0.5`, as in Combine.
///
/// Arithmetic saturates at the bounds of `Int`, 292 years, where Swift's own would trap or wrap. A stride beyond its
/// range then means "never", instead of a crash or a past time at which work would run immediately.
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
  /// Creates a stride from a number of seconds, as a literal does.
  ///
  /// - Parameter value: The number of seconds.
  public init(_ value: Int) {
    self = .seconds(value)
  }

  /// Creates a stride from a number of seconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(integerLiteral value: Int) {
    self = .seconds(value)
  }

  /// Creates a stride from a number of seconds, rounded to nanoseconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(floatLiteral value: Double) {
    self = .seconds(value)
  }

  /// Creates a stride from a number of seconds, if an `Int` can represent that number.
  ///
  /// - Parameter source: The number of seconds.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = Int(exactly: source) else { return nil }
    self = .seconds(seconds)
  }

  /// A stride of whole seconds.
  public static func seconds(_ s: Int) -> Self { Self(count: s.multipliedSaturated(by: 1_000_000_000)) }

  /// A stride of seconds and fractions of a second, rounded to nanoseconds. NaN traps.
  public static func seconds(_ s: Double) -> Self { Self(count: .nanoseconds(inSeconds: s)) }

  /// A stride of milliseconds.
  public static func milliseconds(_ ms: Int) -> Self { Self(count: ms.multipliedSaturated(by: 1_000_000)) }

  /// A stride of microseconds.
  public static func microseconds(_ us: Int) -> Self { Self(count: us.multipliedSaturated(by: 1_000)) }

  /// A stride of nanoseconds.
  public static func nanoseconds(_ ns: Int) -> Self { Self(count: ns) }
}

// MARK: - Arithmetic

extension NanosecondStride {
  /// Whether the left stride is shorter.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// The sum of two strides.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.addingSaturated(rhs.magnitude))
  }

  /// The difference of two strides.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.subtractingSaturated(rhs.magnitude))
  }

  /// The product of the numbers of nanoseconds, as in Combine. The literal `2` is two seconds here: to double a stride,
  /// multiply it by `.nanoseconds(2)`.
  public static func * (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.magnitude.multipliedSaturated(by: rhs.magnitude))
  }

  /// Adds a stride to this one.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Subtracts a stride from this one.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Multiplies the numbers of nanoseconds.
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

  /// Converts seconds to nanoseconds.
  ///
  /// - Parameter seconds: The seconds. NaN traps.
  /// - Returns: The nearest number of nanoseconds that an `Int` can represent.
  fileprivate static func nanoseconds(inSeconds seconds: Double) -> Int {
    Int(saturating: (seconds * 1e9).rounded(.toNearestOrAwayFromZero))
  }

  /// Truncates a number, saturating at the bounds of `Int`.
  ///
  /// - Parameter number: The number. NaN traps.
  init(saturating number: Double) {
    precondition(!number.isNaN, "A length of time must be a number, not NaN.")
    // The double nearest to Int.max is greater than it.
    self = number >= Double(Int.max) ? .max : number <= Double(Int.min) ? .min : Int(number)
  }
}
