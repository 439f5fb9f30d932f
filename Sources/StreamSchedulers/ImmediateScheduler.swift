public import StreamCore

/// Runs work at once, on the calling thread, before `schedule` returns.
///
/// Give it to an operator that needs a scheduler where no hop is wanted, in a test say. It has no clock: work for a later
/// time runs at once, and work that repeats runs once, at once. So `delay`, `debounce` and `throttle` pass on every element
/// as it comes, `collect` by time puts each into an array of its own, and `timeout` ends the stream with its subscription.
///
/// ``InstantScheduler`` does the same in the times of another scheduler.
@frozen
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The scheduler; all are alike.
  public static let shared = ImmediateScheduler()

  @usableFromInline
  init() {}

  @usableFromInline var instant: InstantScheduler<SchedulerTimeType, Never> { InstantScheduler(now: now) }

  /// Always the same time: no time passes here.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action`.
  @inlinable
  @preconcurrency
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs `action` at once, whatever the date.
  @inlinable
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    instant.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  /// Runs `action` once, at once.
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
  /// The time of a clock that stands still: there is but one.
  @frozen
  public struct SchedulerTimeType: Strideable, Sendable {
    @usableFromInline
    init() {}

    /// Zero.
    ///
    /// - Parameter other: The other time, which is the same.
    /// - Returns: Zero.
    public func distance(to other: Self) -> Stride { 0 }

    /// This time.
    ///
    /// - Parameter n: Any stride.
    /// - Returns: This time.
    public func advanced(by n: Stride) -> Self { self }
  }
}

extension ImmediateScheduler.SchedulerTimeType {
  /// A number, as in Combine: of what, a clock that stands still does not say.
  ///
  /// Plain numbers are themselves, without their fraction. Seconds, and fractions of a second, are zero. Arithmetic stops
  /// at the ends of `Int`.
  @frozen
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable
  {
    /// The number, with its sign.
    public var magnitude: Int

    /// Makes a stride from a number.
    ///
    /// - Parameter value: The number.
    public init(_ value: Int) {
      magnitude = value
    }

    /// Makes a stride from a number.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: Int) {
      self.init(value)
    }

    /// Makes a stride from a number without its fraction. Not-a-number is a programmer's error, and traps.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) {
      self.init(Int(saturating: value))
    }

    /// Makes a stride from a number, if an `Int` can hold it.
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
  /// - Parameter s: The number of seconds. Not-a-number is a programmer's error, and traps.
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

  /// Whether the left stride is the less.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// The sum of two strides.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.addingSaturated(rhs.magnitude)) }

  /// A stride less another.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.subtractingSaturated(rhs.magnitude)) }

  /// The product of two strides.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude.multipliedSaturated(by: rhs.magnitude)) }

  /// Adds a stride to this one.
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Takes a stride from this one.
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Multiplies this stride by another.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}
