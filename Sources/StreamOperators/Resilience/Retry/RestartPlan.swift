public import StreamCore
public import StreamParts
public import StreamSchedulers
public import Synchronization

/// The restarts and the delays of one subscription to a `restarted(_:scheduler:)`.
@usableFromInline
final class RestartPlan<Upstream: Publisher, Context: Scheduler>: DelayedRunsPlan {
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

  @usableFromInline let upstream: Upstream
  @usableFromInline let resets: Bool
  private let policy: RestartPolicy<Upstream.Failure>
  private let scheduler: Context
  private let onRestart: (@Sendable (Subscribers.Completion<Upstream.Failure>, Int, Duration) -> Void)?

  // Only the thread that has ended a run, and its epoch, accesses these three.
  private var delays: RetryDelays
  private var restarts = 0

  /// When the run began: for all but the first, when its delay was over.
  private var beginning: Context.SchedulerTimeType

  /// Whether an element has come since the last end. A value that comes late, against rule 4, may set it on another
  /// thread.
  @usableFromInline let hasValue = SharedWord(false)

  @usableFromInline
  init(_ restarted: RestartedPublisher<Upstream, Context>) {
    (upstream, policy, scheduler) = (restarted.upstream, restarted.policy, restarted.scheduler)
    onRestart = restarted.onRestart
    resets = policy.resetAfterValue
    beginning = scheduler.now
    delays = RetryDelays(backoff: policy.backoff, jitter: policy.jitter, random: restarted.random)
  }

  @inlinable
  func deliversValue() {
    if resets { hasValue.store(true, ordering: .releasing) }
  }

  @usableFromInline
  func delay(afterEnd completion: Subscribers.Completion<Upstream.Failure>, ofRun number: Int) -> Stride? {
    let now = scheduler.now
    if resets, hasValue.exchange(false, ordering: .acquiringAndReleasing) { restarts = 0 }
    // On a clock that stands still, as that of an immediate scheduler, every length of time is zero.
    if let resetAfter = policy.resetAfter, beginning < now,
      beginning.distance(to: now) >= .nanoseconds(resetAfter.nanoseconds)
    {
      restarts = 0
    }
    guard restarts < policy.maxRestarts, policy.shouldRestart(completion) else { return nil }
    restarts += 1
    let delay = delays.next(failures: restarts)
    onRestart?(completion, restarts, .nanoseconds(delay))
    beginning = scheduler.now.advanced(by: .nanoseconds(delay))
    return .nanoseconds(delay)
  }

  @usableFromInline
  func schedule(after delay: Stride, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    scheduler.setAlarm(
      at: scheduler.now.advanced(by: delay), period: delay, tolerance: nil, options: nil, action)
  }
}
