public import StreamSchedulers

/// A time of a ``TestScheduler``: virtual seconds since the clock's zero.
///
/// Literals are seconds: `200`, `0.5`.
public struct VirtualTime: Strideable, Hashable, Codable, Sendable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, CustomStringConvertible
{
  /// A length of time, in nanoseconds.
  public typealias Stride = NanosecondStride

  /// The time since the scheduler's zero.
  public let sinceZero: Stride

  /// Creates a time.
  ///
  /// - Parameter sinceZero: The time since the scheduler's zero.
  public init(_ sinceZero: Stride) {
    self.sinceZero = sinceZero
  }

  /// Creates a time from a whole number of seconds.
  ///
  /// - Parameter value: The seconds since the scheduler's zero.
  public init(integerLiteral value: Int) {
    self.init(.seconds(value))
  }

  /// Creates a time from a number of seconds, rounded to nanoseconds.
  ///
  /// - Parameter value: The seconds since the scheduler's zero.
  public init(floatLiteral value: Double) {
    self.init(.seconds(value))
  }

  /// The latest time: only work due at this very time is not before it.
  public static let distantFuture = VirtualTime(.nanoseconds(.max))

  /// Returns the stride to another time; negative if that is earlier.
  ///
  /// - Parameter other: The other time.
  /// - Returns: The stride from this time to the other.
  public func distance(to other: Self) -> Stride { other.sinceZero - sinceZero }

  /// Returns this time plus a stride, clamped to ``distantFuture``.
  ///
  /// - Parameter n: The stride; negative for an earlier time.
  /// - Returns: The sum.
  public func advanced(by n: Stride) -> Self { VirtualTime(sinceZero + n) }

  /// The seconds, with no more digits than needed.
  public var description: String {
    let nanoseconds = sinceZero.magnitude
    guard !nanoseconds.isMultiple(of: 1_000_000_000) else { return "\(nanoseconds / 1_000_000_000)" }
    return "\(Double(nanoseconds) / 1e9)"
  }
}
