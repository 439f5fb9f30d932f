#if !canImport(Darwin)
  public import Dispatch

  extension DispatchQueue {
    /// A time of the clock that dispatch queues use.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
      /// A duration, in nanoseconds.
      public typealias Stride = NanosecondStride

      /// The time as a `DispatchTime`.
      public var dispatchTime: DispatchTime

      /// Creates a time from a `DispatchTime`.
      ///
      /// - Parameter time: The time.
      public init(_ time: DispatchTime) {
        dispatchTime = time
      }

      /// Returns the stride to another time; negative if that is earlier.
      ///
      /// - Parameter other: The other time.
      /// - Returns: The stride from this time to the other.
      public func distance(to other: Self) -> Stride {
        other.uptime - uptime
      }

      /// Returns this time plus a stride. A sum beyond Dispatch's range is `.distantFuture`, to which adding changes
      /// nothing.
      ///
      /// - Parameter n: The stride; negative for an earlier time.
      /// - Returns: The sum.
      public func advanced(by n: Stride) -> Self {
        guard dispatchTime != .distantFuture else { return self }
        let sum = (uptime + n).magnitude
        // Dispatch reads numbers from 2^62 on as times of another clock, and zero as the current time.
        guard sum <= Int.max / 2 else { return Self(.distantFuture) }
        return Self(DispatchTime(uptimeNanoseconds: UInt64(Swift.max(sum, 1))))
      }

      private var uptime: Stride { .nanoseconds(Int(clamping: dispatchTime.uptimeNanoseconds)) }

      /// Whether two times are equal.
      public static func == (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime == rhs.dispatchTime }

      /// Whether the left time is earlier.
      public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }

      /// Hashes the time.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(dispatchTime.rawValue)
      }
    }
  }

  extension DispatchQueue.SchedulerTimeType: Codable {
    /// Decodes a time from its nanoseconds; a number outside this clock's range is an error.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let nanoseconds = try container.decode(UInt64.self)
      // Dispatch reads numbers from 2^62 on as times of another clock, except the last, `.distantFuture`.
      guard nanoseconds <= UInt64(Int.max / 2) || nanoseconds == DispatchTime.distantFuture.uptimeNanoseconds else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(nanoseconds) ns is no time of the clock that queues go by.")
      }
      self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    /// Encodes the time in nanoseconds, which are meaningful only until the machine restarts.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
  }

  extension NanosecondStride {
    /// Creates a stride from a dispatch interval; `.never` gives the longest stride.
    ///
    /// - Parameter timeInterval: The interval.
    public init(_ timeInterval: DispatchTimeInterval) {
      switch timeInterval {
      case .seconds(let seconds): self = .seconds(seconds)
      case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
      case .microseconds(let microseconds): self = .microseconds(microseconds)
      case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
      case .never: self = .nanoseconds(.max)
      @unknown default: preconditionFailure("A DispatchTimeInterval of an unknown unit: \(timeInterval)")
      }
    }

    /// The stride as a dispatch interval; `.never` for the longest stride.
    public var timeInterval: DispatchTimeInterval {
      magnitude == .max ? .never : .nanoseconds(magnitude)
    }
  }
#endif
