/// A length of time that can be made from a number of seconds, or of parts of a second.
///
/// A scheduler's stride is one, so that `.seconds(1)` or `.milliseconds(250)` works wherever an operator asks for a
/// length of time, whichever scheduler it is given.
public protocol SchedulerTimeIntervalConvertible {
  /// A length of whole seconds.
  static func seconds(_ s: Int) -> Self

  /// A length of seconds and fractions of a second.
  static func seconds(_ s: Double) -> Self

  /// A length of thousandths of a second.
  static func milliseconds(_ ms: Int) -> Self

  /// A length of millionths of a second.
  static func microseconds(_ us: Int) -> Self

  /// A length of billionths of a second.
  static func nanoseconds(_ ns: Int) -> Self
}
