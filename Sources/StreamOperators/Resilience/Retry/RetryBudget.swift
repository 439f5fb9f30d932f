private import StreamCore
private import StreamSchedulers

/// Limits the retries of all pipelines that share it to a fraction of their first attempts, so that retries do not
/// overload a failing service.
///
/// It counts the first attempts and the retries of the last ten seconds, and allows at most `ratio` × first attempts +
/// 10 × `minimumPerSecond` retries.
///
/// It uses the time of the pipelines' schedulers. Pipelines whose schedulers have different time types, such as
/// `DispatchQueue` and `RunLoop`, have separate budgets.
///
/// It may be used on any thread.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamResilience.RetryBudget`.
public final class RetryBudget: Sendable {
  /// The number of retries for each first attempt.
  public let ratio: Double

  /// The number of retries per second that are always allowed.
  public let minimumPerSecond: Double

  private let accounts = Locked<[ObjectIdentifier: any RetryAccount]>([:])

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - ratio: The number of retries for each first attempt: zero or more. A negative number, and NaN, trap.
  ///   - minimumPerSecond: The number of retries per second that are always allowed: zero or more. A negative number,
  ///     and NaN, trap.
  public init(ratio: Double = 0.2, minimumPerSecond: Double = 10) {
    precondition(ratio >= 0, "The ratio of retries is zero or more (rule 9): \(ratio)")
    precondition(minimumPerSecond >= 0, "The minimum of retries is zero or more (rule 9): \(minimumPerSecond)")
    (self.ratio, self.minimumPerSecond) = (ratio, minimumPerSecond)
  }

  func recordFirstAttempt<Time: Strideable>(at now: Time) where Time.Stride: SchedulerTimeIntervalConvertible {
    change(at: now) { $0.add(RetryCounts(firstAttempts: 1)) }
  }

  /// Takes a retry from the budget.
  ///
  /// - Returns: Whether there was one.
  func takeRetry<Time: Strideable>(at now: Time) -> Bool where Time.Stride: SchedulerTimeIntervalConvertible {
    change(at: now) { window in
      let granted = ratio * Double(window.total.firstAttempts) + 10 * minimumPerSecond
      guard Double(window.total.retries) + 1 <= granted else { return false }
      window.add(RetryCounts(retries: 1))
      return true
    }
  }

  private func change<Time: Strideable, Result>(
    at now: Time, _ body: (inout TimeWindow<Time, RetryCounts>) -> Result
  ) -> Result where Time.Stride: SchedulerTimeIntervalConvertible {
    accounts.withLock { accounts in
      let account =
        accounts[ObjectIdentifier(Time.self)] as? TimeWindow<Time, RetryCounts>
        ?? TimeWindow<Time, RetryCounts>(slot: .seconds(1))
      var window = account
      window.move(to: now)
      let result = body(&window)
      accounts[ObjectIdentifier(Time.self)] = window
      return result
    }
  }
}

/// The counts of a budget, whatever the type of time.
private protocol RetryAccount {}

extension TimeWindow: RetryAccount where Counts == RetryCounts {}

struct RetryCounts: AdditiveArithmetic {
  var firstAttempts = 0
  var retries = 0

  static var zero: RetryCounts { RetryCounts() }

  static func + (one: RetryCounts, other: RetryCounts) -> RetryCounts {
    RetryCounts(firstAttempts: one.firstAttempts + other.firstAttempts, retries: one.retries + other.retries)
  }

  static func - (one: RetryCounts, other: RetryCounts) -> RetryCounts {
    RetryCounts(firstAttempts: one.firstAttempts - other.firstAttempts, retries: one.retries - other.retries)
  }
}
