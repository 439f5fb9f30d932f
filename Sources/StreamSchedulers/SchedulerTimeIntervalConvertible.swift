/// A duration that can be created from seconds or fractions of a second.
///
/// A scheduler's stride conforms, so that `.seconds(1)` or `.milliseconds(250)` works as a duration with any scheduler.
public protocol SchedulerTimeIntervalConvertible {
  /// A duration of whole seconds.
  static func seconds(_ s: Int) -> Self

  /// A duration of seconds and fractions of a second.
  static func seconds(_ s: Double) -> Self

  /// A duration of milliseconds.
  static func milliseconds(_ ms: Int) -> Self

  /// A duration of microseconds.
  static func microseconds(_ us: Int) -> Self

  /// A duration of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

extension SchedulerTimeIntervalConvertible {
  /// A length of time as a stride of any scheduler, so that an operator's interval may be a `Duration`.
  ///
  ///     debounce(for: .duration(timeout), scheduler: DispatchQueue.main)
  ///
  /// - Parameter duration: The length of time. A part of a nanosecond counts as a whole one, so that no positive length
  ///   becomes zero, nor a negative one. What is beyond the range of the stride becomes its longest, or its shortest.
  /// - Returns: The stride.
  @_disfavoredOverload
  public static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    let whole = Int(clamping: seconds)
    // Strides in seconds represent whole ones exactly, and more of them than there are nanoseconds.
    let (nanoseconds, overflows) = whole.multipliedReportingOverflow(by: 1_000_000_000)
    guard attoseconds != 0, !overflows else { return .seconds(whole) }
    let (fraction, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return .nanoseconds(nanoseconds.addingSaturated(Int(fraction + rest.signum())))
  }
}
