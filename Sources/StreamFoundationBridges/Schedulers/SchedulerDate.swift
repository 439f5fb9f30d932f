#if !canImport(Darwin)
  public import Foundation

  /// A time of a scheduler with a wall clock: setting the system's clock moves it closer or further away.
  @frozen
  public struct SchedulerDate: Strideable, Hashable, Sendable {
    /// A duration, in seconds.
    public typealias Stride = TimeIntervalStride

    /// The time as a `Date`.
    public var date: Date

    /// Creates a time from a date.
    ///
    /// - Parameter date: The date.
    @inlinable
    public init(_ date: Date) {
      self.date = date
    }

    /// Returns the stride to another time; negative if that is earlier.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The stride from this time to the other.
    @inlinable
    public func distance(to other: Self) -> Stride {
      Stride(other.date.timeIntervalSinceReferenceDate) - Stride(date.timeIntervalSinceReferenceDate)
    }

    /// Returns this time plus a stride.
    ///
    /// - Parameter n: The stride; negative for an earlier time.
    /// - Returns: The sum.
    @inlinable
    public func advanced(by n: Stride) -> Self {
      let sum = Stride(date.timeIntervalSinceReferenceDate) + n
      return Self(Date(timeIntervalSinceReferenceDate: sum.magnitude))
    }

    /// Whether the left time is earlier.
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.date < rhs.date }

    /// Whether two times are equal.
    ///
    /// `Strideable`'s own `==` compares by distance, which cannot tell infinite times apart.
    @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.date == rhs.date }
  }

  /// The coded form is Combine's: `{"date": …}`.
  extension SchedulerDate: Codable {
    private enum CodingKeys: CodingKey { case date }

    /// Decodes a time from its date; NaN is an error.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      date = try container.decode(Date.self, forKey: .date)
      guard !date.timeIntervalSinceReferenceDate.isNaN else {
        throw DecodingError.dataCorruptedError(
          forKey: .date, in: container, debugDescription: "A date must be a number of seconds, not NaN.")
      }
    }

    /// Encodes the time as its date.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(date, forKey: .date)
    }
  }
#endif
