public import StreamCore
public import StreamParts
public import StreamSchedulers
public import Synchronization

/// The failures and the delays of one subscription to a `retry(_:scheduler:)`.
@usableFromInline
final class PolicyRetryPlan<Upstream: Publisher, Context: Scheduler>: DelayedRetryPlan {
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

  @usableFromInline let upstream: Upstream
  @usableFromInline let resets: Bool
  private let policy: RetryPolicy<Upstream.Failure>
  private let scheduler: Context
  private let onRetry: (@Sendable (Upstream.Failure, Int, Duration) -> Void)?

  /// When the first attempt has begun.
  private let beginning: Context.SchedulerTimeType

  // Only the thread that has ended a run, and its epoch, accesses these two.
  private var delays: RetryDelays
  private var failures = 0

  /// Whether an element has come since the last failure. A value that comes late, against rule 4, may set it on another
  /// thread.
  @usableFromInline let hasValue = SharedWord(false)

  @usableFromInline
  init(_ retry: PolicyRetryPublisher<Upstream, Context>) {
    (upstream, policy, scheduler, onRetry) = (retry.upstream, retry.policy, retry.scheduler, retry.onRetry)
    resets = policy.resetAfterValue
    beginning = scheduler.now
    delays = RetryDelays(backoff: policy.backoff, jitter: policy.jitter, random: retry.random)
    policy.budget?.recordFirstAttempt(at: beginning)
  }

  @inlinable
  func deliversValue() {
    if resets { hasValue.store(true, ordering: .releasing) }
  }

  @usableFromInline
  func delay(after failure: Upstream.Failure, ofRun number: Int) -> Stride? {
    if resets, hasValue.exchange(false, ordering: .acquiringAndReleasing) { failures = 0 }
    failures += 1
    guard failures < policy.maxAttempts, policy.shouldRetry(failure) else { return nil }
    let delay = delays.next(failures: failures)
    let now = scheduler.now
    if let maxElapsed = policy.maxElapsed {
      let limit = beginning.advanced(by: .nanoseconds(maxElapsed.nanoseconds))
      guard now.advanced(by: .nanoseconds(delay)) <= limit else { return nil }
    }
    if let budget = policy.budget, !budget.takeRetry(at: now) { return nil }
    onRetry?(failure, failures, .nanoseconds(delay))
    return .nanoseconds(delay)
  }

  @usableFromInline
  func schedule(after delay: Stride, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    scheduler.setAlarm(
      at: scheduler.now.advanced(by: delay), period: delay, tolerance: nil, options: nil, action)
  }
}
