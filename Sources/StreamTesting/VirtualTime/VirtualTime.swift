public import StreamSchedulers

/// A time of a ``TestScheduler``: a number of seconds since its zero, none of which anybody waits for.
///
/// Literals are seconds: `200`, `0.5`.
public struct VirtualTime: Strideable, Hashable, Codable, Sendable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, CustomStringConvertible
{
  /// A length of time, in nanoseconds.
  public typealias Stride = NanosecondStride

  /// How long after the scheduler's zero.
  public let sinceZero: Stride

  /// Makes a time.
  ///
  /// - Parameter sinceZero: How long after the scheduler's zero.
  public init(_ sinceZero: Stride) {
    self.sinceZero = sinceZero
  }

  /// Makes a time from a whole number of seconds.
  ///
  /// - Parameter value: The seconds since the scheduler's zero.
  public init(integerLiteral value: Int) {
    self.init(.seconds(value))
  }

  /// Makes a time from a number of seconds, rounded to nanoseconds.
  ///
  /// - Parameter value: The seconds since the scheduler's zero.
  public init(floatLiteral value: Double) {
    self.init(.seconds(value))
  }

  /// A time later than any work, but work for this very time.
  public static let distantFuture = VirtualTime(.nanoseconds(.max))

  /// How much later another time is; less than zero if it is earlier.
  ///
  /// - Parameter other: The other time.
  /// - Returns: The stride from this time to the other.
  public func distance(to other: Self) -> Stride { other.sinceZero - sinceZero }

  /// The time that is a stride later. It goes no further than ``distantFuture``.
  ///
  /// - Parameter n: The stride; less than zero for an earlier time.
  /// - Returns: The later time.
  public func advanced(by n: Stride) -> Self { VirtualTime(sinceZero + n) }

  /// The seconds, with no more digits than they need.
  public var description: String {
    let nanoseconds = sinceZero.magnitude
    guard !nanoseconds.isMultiple(of: 1_000_000_000) else { return "\(nanoseconds / 1_000_000_000)" }
    return "\(Double(nanoseconds) / 1e9)"
  }
}
