#if !canImport(Darwin)
  public import Foundation
  public import StreamSchedulers

  /// A duration in seconds: the stride of schedulers with dates.
  ///
  /// Plain numbers are seconds: `5`, `0.5`, as in Combine. Overflow is infinite, and subtracting an infinite stride
  /// from itself is zero; NaN traps.
  @frozen
  public struct TimeIntervalStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The number of seconds, signed. NaN traps.
    public var magnitude: TimeInterval {
      didSet { precondition(!magnitude.isNaN, "A length of time must be a number of seconds, not NaN.") }
    }

    /// Creates a stride from a number of seconds.
    ///
    /// - Parameter timeInterval: The number of seconds. NaN traps.
    @inlinable
    public init(_ timeInterval: TimeInterval) {
      precondition(!timeInterval.isNaN, "A length of time must be a number of seconds, not NaN.")
      magnitude = timeInterval
    }

    /// The result of arithmetic, where infinities may have produced NaN.
    @inlinable
    init(sum: TimeInterval) {
      magnitude = sum.isNaN ? 0 : sum
    }
  }

  extension TimeIntervalStride {
    /// The number of seconds, signed.
    @inlinable public var timeInterval: TimeInterval { magnitude }

    /// Creates a stride from a number of seconds.
    ///
    /// - Parameter value: The number of seconds.
    @inlinable
    public init(integerLiteral value: TimeInterval) {
      self.init(value)
    }

    /// Creates a stride from a number of seconds.
    ///
    /// - Parameter value: The number of seconds.
    @inlinable
    public init(floatLiteral value: TimeInterval) {
      self.init(value)
    }

    /// Creates a stride from a number of seconds, if a `Double` can represent it exactly.
    ///
    /// - Parameter source: The number of seconds.
    @inlinable
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      self.init(seconds)
    }

    /// A stride of whole seconds.
    @inlinable public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }

    /// A stride of seconds and fractions of a second.
    @inlinable public static func seconds(_ s: Double) -> Self { Self(s) }

    /// A stride of milliseconds.
    @inlinable public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }

    /// A stride of microseconds.
    @inlinable public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }

    /// A stride of nanoseconds.
    @inlinable public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }
  }

  // MARK: - Coding

  extension TimeIntervalStride {
    private enum CodingKeys: CodingKey { case magnitude }

    /// Decodes a stride from its number of seconds; NaN is an error.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      magnitude = try container.decode(TimeInterval.self, forKey: .magnitude)
      guard !magnitude.isNaN else {
        throw DecodingError.dataCorruptedError(
          forKey: .magnitude, in: container, debugDescription: "A length of time must be a number of seconds, not NaN.")
      }
    }

    /// Encodes the stride as its number of seconds.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(magnitude, forKey: .magnitude)
    }
  }

  // MARK: - Arithmetic

  extension TimeIntervalStride {
    /// Whether the left stride is shorter.
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The sum of two strides.
    @inlinable public static func + (lhs: Self, rhs: Self) -> Self { Self(sum: lhs.magnitude + rhs.magnitude) }

    /// The difference of two strides.
    @inlinable public static func - (lhs: Self, rhs: Self) -> Self { Self(sum: lhs.magnitude - rhs.magnitude) }

    /// The product of the numbers of seconds.
    @inlinable public static func * (lhs: Self, rhs: Self) -> Self { Self(sum: lhs.magnitude * rhs.magnitude) }

    /// Adds a stride to this one.
    @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// Subtracts a stride from this one.
    @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// Multiplies the numbers of seconds.
    @inlinable public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
  }
#endif
