#if !canImport(Darwin)
  public import Dispatch

  extension DispatchQueue {
    /// A time of the clock that queues go by.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
      /// A length of time, in nanoseconds.
      public typealias Stride = NanosecondStride

      /// The time, as Dispatch has it.
      public var dispatchTime: DispatchTime

      /// Makes a time from one of Dispatch.
      ///
      /// - Parameter time: The time.
      public init(_ time: DispatchTime) {
        dispatchTime = time
      }

      /// How much later another time is; less than zero if it is earlier.
      ///
      /// - Parameter other: The other time.
      /// - Returns: The stride from this time to the other.
      public func distance(to other: Self) -> Stride {
        other.uptime - uptime
      }

      /// The time that is a stride later. One too late for Dispatch is `.distantFuture`, which stays where it is.
      ///
      /// - Parameter n: The stride; less than zero for an earlier time.
      /// - Returns: The later time.
      public func advanced(by n: Stride) -> Self {
        guard dispatchTime != .distantFuture else { return self }
        let sum = (uptime + n).magnitude
        // From 2^62 on, Dispatch takes a number for a time of another clock; and zero for the present.
        guard sum <= Int.max / 2 else { return Self(.distantFuture) }
        return Self(DispatchTime(uptimeNanoseconds: UInt64(Swift.max(sum, 1))))
      }

      private var uptime: Stride { .nanoseconds(Int(clamping: dispatchTime.uptimeNanoseconds)) }

      /// Whether two times are the same.
      public static func == (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime == rhs.dispatchTime }

      /// Whether the left time is the earlier.
      public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }

      /// Hashes the time.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(dispatchTime.rawValue)
      }
    }
  }

  extension DispatchQueue.SchedulerTimeType: Codable {
    /// Decodes a time from its count of nanoseconds; one that is no time of this clock is refused.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let nanoseconds = try container.decode(UInt64.self)
      // From 2^62 on, Dispatch takes a number for a time of another clock; but for the last, `.distantFuture`.
      guard nanoseconds <= UInt64(Int.max / 2) || nanoseconds == DispatchTime.distantFuture.uptimeNanoseconds else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(nanoseconds) ns is no time of the clock that queues go by.")
      }
      self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    /// Encodes the time as a count of nanoseconds, which means something only until the machine starts anew.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
  }

  extension NanosecondStride {
    /// Makes a stride from a length of time of Dispatch; the longest there is from `.never`.
    ///
    /// - Parameter timeInterval: The length of time.
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

    /// The stride as Dispatch has it; `.never` for the longest there is.
    public var timeInterval: DispatchTimeInterval {
      magnitude == .max ? .never : .nanoseconds(magnitude)
    }
  }
#endif
