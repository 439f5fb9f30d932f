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
