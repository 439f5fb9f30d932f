public import StreamCore

/// When and how often to subscribe again to a publisher that has ended, for `restarted(_:scheduler:)`.
///
///     RestartPolicy(maxRestarts: 20, resetAfter: .seconds(60)) { $0 != .failure(.unauthorized) }
///
/// By default there is no limit, and the delays are random, of up to 100 milliseconds at first and 30 seconds later.
public struct RestartPolicy<Failure: Error>: Sendable {
  /// The number of restarts since they were last counted from zero; `Int.max` sets no limit.
  public var maxRestarts: Int {
    didSet { precondition(maxRestarts >= 0, "The number of restarts is zero or more (rule 9): \(maxRestarts)") }
  }

  /// How the delay grows with the number of restarts.
  public var backoff: Backoff {
    didSet { backoff.requireValid() }
  }

  /// How the delay varies at random.
  public var jitter: Jitter {
    didSet { jitter.requireValid() }
  }

  /// How long a run lasts after which restarts, and so delays, are counted from zero; `nil` if time does not matter. It
  /// does not for a run during which the clock stands still.
  public var resetAfter: Duration?

  /// Whether restarts, and so delays, are counted from zero after an element.
  public var resetAfterValue: Bool

  /// Whether another run follows an end.
  public var shouldRestart: @Sendable (Subscribers.Completion<Failure>) -> Bool

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maxRestarts: The number of restarts: zero or more, or it traps. `Int.max` sets no limit.
  ///   - backoff: How the delay grows with the number of restarts. A negative length of time traps.
  ///   - jitter: How the delay varies at random. A part that is not from 0 to 1 traps.
  ///   - resetAfter: How long a run lasts, on the scheduler's clock, after which restarts are counted from zero; `nil`
  ///     if time does not matter.
  ///   - resetAfterValue: Whether restarts are counted from zero after an element.
  ///   - shouldRestart: Whether another run follows an end.
  @preconcurrency
  public init(
    maxRestarts: Int = .max,
    backoff: Backoff = .exponential(initial: .milliseconds(100), factor: 2, maximum: .seconds(30)),
    jitter: Jitter = .full, resetAfter: Duration? = .seconds(30), resetAfterValue: Bool = false,
    if shouldRestart: @escaping @Sendable (_ completion: Subscribers.Completion<Failure>) -> Bool = { _ in true }
  ) {
    precondition(maxRestarts >= 0, "The number of restarts is zero or more (rule 9): \(maxRestarts)")
    backoff.requireValid()
    jitter.requireValid()
    (self.maxRestarts, self.backoff, self.jitter) = (maxRestarts, backoff, jitter)
    (self.resetAfter, self.resetAfterValue) = (resetAfter, resetAfterValue)
    self.shouldRestart = shouldRestart
  }
}
