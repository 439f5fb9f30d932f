private import StreamSchedulers

/// How the delay before a retry grows with the number of failures. A ``Jitter`` varies it.
///
/// Delays are not negative, and have a resolution of a nanosecond; those of 292 years and more are equally long.
///
/// Where another package has a type of the same name, a scoped import chooses: `import enum StreamResilience.Backoff`.
public enum Backoff: Sendable {
  /// No delay.
  case none

  /// Always the same delay.
  case constant(Duration)

  /// A delay that grows by `step` with each failure, up to `maximum`.
  case linear(initial: Duration, step: Duration, maximum: Duration)

  /// A delay that is multiplied by `factor` with each failure, up to `maximum`.
  case exponential(initial: Duration, factor: Double, maximum: Duration)

  /// Delays in the ratio of Fibonacci's numbers: 1, 1, 2, 3, 5 and so on, up to `maximum`.
  case fibonacci(initial: Duration, maximum: Duration)

  /// A delay that a closure computes from the number of failures, 1 or more. A negative delay means none.
  case custom(@Sendable (_ failures: Int) -> Duration)
}

extension Backoff {
  /// Traps if a length of time is negative, or the factor is negative or not a number.
  func requireValid() {
    let lengths: [Duration]
    switch self {
    case .none, .custom: lengths = []
    case .constant(let delay): lengths = [delay]
    case .linear(let initial, let step, let maximum): lengths = [initial, step, maximum]
    case .exponential(let initial, let factor, let maximum):
      precondition(factor >= 0, "The factor of a back-off is zero or more (rule 9): \(factor)")
      lengths = [initial, maximum]
    case .fibonacci(let initial, let maximum): lengths = [initial, maximum]
    }
    for length in lengths {
      precondition(length >= .zero, "A length of time in a back-off is zero or more (rule 9): \(length)")
    }
  }

  /// The longest delay, in nanoseconds, that jitter must not exceed.
  var maximum: Int {
    switch self {
    case .none: 0
    case .constant, .custom: .max
    case .linear(_, _, let maximum), .exponential(_, _, let maximum), .fibonacci(_, let maximum): maximum.nanoseconds
    }
  }

  /// The delay without jitter, in nanoseconds.
  ///
  /// - Parameter failures: The number of failures: 1 or more.
  /// - Returns: The delay: zero or more.
  func delay(after failures: Int) -> Int {
    switch self {
    case .none: 0
    case .constant(let delay): delay.nanoseconds
    case .custom(let delay): max(0, delay(failures).nanoseconds)
    case .linear(let initial, let step, let maximum):
      min(maximum.nanoseconds, Self.sum(initial.nanoseconds, Self.product(step.nanoseconds, failures - 1)))
    case .exponential(let initial, let factor, let maximum):
      Self.exponential(initial.nanoseconds, factor, failures - 1, maximum.nanoseconds)
    case .fibonacci(let initial, let maximum): Self.fibonacci(initial.nanoseconds, failures, maximum.nanoseconds)
    }
  }

  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  static func product(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// `initial` times `factor` to the power `exponent`, by repeated squaring.
  private static func exponential(_ initial: Int, _ factor: Double, _ exponent: Int, _ maximum: Int) -> Int {
    // Zero times a power that is infinite would not be a number.
    guard initial > 0 else { return 0 }
    var (power, square, rest) = (1.0, factor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { power *= square }
      square *= square
      rest >>= 1
    }
    let delay = (Double(initial) * power).rounded()
    return delay >= Double(maximum) ? maximum : Int(delay)
  }

  private static func fibonacci(_ initial: Int, _ failures: Int, _ maximum: Int) -> Int {
    var (former, number) = (0, 1)
    // The 92nd of the numbers is the last that an `Int` can represent.
    for _ in 1..<min(max(1, failures), 92) { (former, number) = (number, former + number) }
    return min(maximum, product(initial, number))
  }
}

extension Duration {
  /// The number of nanoseconds, truncated, at the bounds of `Int` if it is beyond them.
  var nanoseconds: Int { NanosecondStride(clamping: self).magnitude }
}
