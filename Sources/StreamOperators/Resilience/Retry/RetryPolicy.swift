/// When and how often to resubscribe to a failed publisher, for `retry(_:scheduler:)`.
///
///     RetryPolicy(maxAttempts: 5, maxElapsed: .seconds(60)) { $0 is URLError }
///
/// By default three attempts are made, after random delays of up to 100 and 200 milliseconds.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamResilience.RetryPolicy`.
public struct RetryPolicy<Failure: Error>: Sendable {
  /// The number of attempts, the first one included.
  public var maxAttempts: Int {
    didSet { precondition(maxAttempts > 0, "The number of attempts is 1 or more (rule 9): \(maxAttempts)") }
  }

  /// How the delay grows with the number of failures.
  public var backoff: Backoff {
    didSet { backoff.requireValid() }
  }

  /// How the delay varies at random.
  public var jitter: Jitter {
    didSet { jitter.requireValid() }
  }

  /// How long after the subscription an attempt may begin; `nil` sets no limit.
  public var maxElapsed: Duration?

  /// Whether failures, and so attempts and delays, are counted from zero after an element.
  public var resetAfterValue: Bool

  /// Limits the retries of all pipelines that use it.
  public var budget: RetryBudget?

  /// Whether a failure is worth another attempt.
  public var shouldRetry: @Sendable (Failure) -> Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maxAttempts: The number of attempts, the first one included: 1 or more, or it traps.
  ///   - backoff: How the delay grows with the number of failures. A negative length of time traps.
  ///   - jitter: How the delay varies at random. A part that is not from 0 to 1 traps.
  ///   - maxElapsed: How long after the subscription an attempt may begin, on the scheduler's clock; `nil` sets no
  ///     limit.
  ///   - resetAfterValue: Whether failures are counted from zero after an element.
  ///   - budget: Limits the retries of all pipelines that use it.
  ///   - shouldRetry: Whether a failure is worth another attempt.
  @preconcurrency
  public init(
    maxAttempts: Int = 3,
    backoff: Backoff = .exponential(initial: .milliseconds(100), factor: 2, maximum: .seconds(30)),
    jitter: Jitter = .full, maxElapsed: Duration? = nil, resetAfterValue: Bool = false, budget: RetryBudget? = nil,
    if shouldRetry: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) {
    precondition(maxAttempts > 0, "The number of attempts is 1 or more (rule 9): \(maxAttempts)")
    backoff.requireValid()
    jitter.requireValid()
    (self.maxAttempts, self.backoff, self.jitter) = (maxAttempts, backoff, jitter)
    (self.maxElapsed, self.resetAfterValue, self.budget) = (maxElapsed, resetAfterValue, budget)
    self.shouldRetry = shouldRetry
  }
}
