public import StreamCore

/// Runs work immediately, on the calling thread, before `schedule` returns.
///
/// Pass it to an operator that needs a scheduler where no hop is wanted, such as in a test. It has no clock: delayed
/// work runs immediately, and repeating work runs once, immediately. So `delay`, `debounce`, `throttle`,
/// `throttleFirst` and `sample(every:)` republish every element as it arrives, `dropFirst(for:)` drops none, `collect`
/// by time wraps each in an array, `timeout` and `prefix(for:)` end the stream with its subscription, and
/// `backpressureTimeout` ends it when there is no demand; `interval` and `window(every:)` send one tick, and
/// `idleHeartbeat` sends no heartbeat.
///
/// ``InstantScheduler`` does the same with the time types of another scheduler.
@frozen
public struct ImmediateScheduler: Scheduler, Sendable {
  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The shared instance; all instances are equivalent.
  public static let shared = ImmediateScheduler()

  @usableFromInline
  init() {}

  @usableFromInline var instant: InstantScheduler<SchedulerTimeType, Never> { InstantScheduler(now: now) }

  /// Always the same time: this clock never advances.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action`.
  @inlinable
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs `action` immediately, ignoring the date.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    instant.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` once, immediately.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    instant.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}

extension ImmediateScheduler {
  /// The time of a clock that never advances: it has a single value.
  @frozen
  public struct SchedulerTimeType: Strideable, Sendable {
    @usableFromInline
    init() {}

    /// Zero.
    ///
    /// - Parameter other: The other time, which is the same.
    /// - Returns: Zero.
    public func distance(to other: Self) -> Stride { 0 }

    /// Returns this time.
    ///
    /// - Parameter n: Any stride.
    /// - Returns: This time.
    public func advanced(by n: Stride) -> Self { self }
  }
}

extension ImmediateScheduler.SchedulerTimeType {
  /// A number without a unit, as in Combine, because the clock never advances.
  ///
  /// Plain numbers keep their integral part. Seconds and fractions of a second are zero. Arithmetic saturates at the
  /// bounds of `Int`.
  @frozen
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable
  {
    /// The number, with its sign.
    public var magnitude: Int

    /// Creates a stride from a number.
    ///
    /// - Parameter value: The number.
    public init(_ value: Int) {
      magnitude = value
    }

    /// Creates a stride from a number.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: Int) {
      self.init(value)
    }

    /// Creates a stride from a number, truncating it. NaN traps.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) {
      self.init(Int(saturating: value))
    }

    /// Creates a stride from a number, if an `Int` can represent it.
    ///
    /// - Parameter source: The number.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      self.init(value)
    }
  }
}

extension ImmediateScheduler.SchedulerTimeType.Stride {
  /// Zero.
  public static func seconds(_ s: Int) -> Self { 0 }

  /// Zero.
  ///
  /// - Parameter s: The number of seconds. NaN traps.
  /// - Returns: Zero.
  public static func seconds(_ s: Double) -> Self {
    precondition(!s.isNaN, "A length of time must be a number of seconds, not NaN.")
    return 0
  }

  /// Zero.
  public static func milliseconds(_ ms: Int) -> Self { 0 }

  /// Zero.
  public static func microseconds(_ us: Int) -> Self { 0 }

  /// Zero.
  public static func nanoseconds(_ ns: Int) -> Self { 0 }

  /// Whether the left stride is smaller.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// The sum of two strides.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.addingSaturated(rhs.magnitude)) }

  /// The difference of two strides.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.subtractingSaturated(rhs.magnitude)) }

  /// The product of two strides.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.multipliedSaturated(by: rhs.magnitude)) }

  /// Adds a stride to this one.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Subtracts a stride from this one.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Multiplies this stride by another.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}
