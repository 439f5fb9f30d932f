public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Resubscribes to a failed publisher after delays, as a policy says.
  ///
  ///     upstream 1    -1#
  ///     upstream 2       ^1#
  ///     upstream 3           ^1#
  ///     retry(policy, scheduler: scheduler)
  ///     downstream    -1--1---1#
  ///
  /// Elements delivered before a failure are not retracted. A publisher that keeps its result, like
  /// ``/StreamCore/Future``, fails again immediately; wrap it in ``/StreamCore/Deferred`` to repeat the work.
  ///
  /// - **Demand**: passed upstream; demand outstanding at a failure is requested again from the next attempt.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: the last of upstream's is passed on, unchanged: when no attempt is left, when the policy's closure
  ///   refuses it, when the next attempt would begin too late, or when the budget is used up.
  /// - **Threads**: first subscribes on the subscribing thread, later on the scheduler, in a loop if it fails inside
  ///   `subscribe(_:)`; delivers where upstream does. Closures run where upstream fails, never under a lock. A cancel
  ///   during a delay takes the timer from the scheduler.
  ///
  /// - Parameters:
  ///   - policy: The number of attempts, their delays and limits. Each subscription counts its own.
  ///   - scheduler: The scheduler that measures the delays and subscribes anew. A delay of zero needs no timer.
  ///   - random: The source of random numbers for jitter. Each subscription uses a copy, so a seeded generator gives
  ///     all of them the same delays.
  ///   - onRetry: Called before each delay with the failure, the number of failures that count, that one included, and
  ///     the delay.
  /// - Returns: A publisher of the elements of all attempts.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func retry<S: Scheduler>(
    _ policy: RetryPolicy<Failure>, scheduler: S,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    onRetry: (@Sendable (_ failure: Failure, _ attempt: Int, _ delay: Duration) -> Void)? = nil
  ) -> Publishers.PolicyRetry<Self, S> {
    PolicyRetryPublisher(upstream: self, policy: policy, scheduler: scheduler, random: random, onRetry: onRetry)
  }
}

/// A publisher that resubscribes to a failed publisher after delays, as a policy says.
@frozen
public struct PolicyRetryPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// The number of attempts, their delays and limits.
  public let policy: RetryPolicy<Upstream.Failure>

  /// The scheduler that measures the delays and subscribes anew.
  public let scheduler: Context

  /// The source of random numbers for jitter.
  public let random: any RandomNumberGenerator & Sendable

  /// Called before each delay.
  public let onRetry: (@Sendable (_ failure: Failure, _ attempt: Int, _ delay: Duration) -> Void)?

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, policy: RetryPolicy<Upstream.Failure>, scheduler: Context,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    onRetry: (@Sendable (_ failure: Failure, _ attempt: Int, _ delay: Duration) -> Void)? = nil
  ) {
    (self.upstream, self.policy, self.scheduler) = (upstream, policy, scheduler)
    (self.random, self.onRetry) = (random, onRetry)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DelayedRuns("PolicyRetry", PolicyRetryPlan(self), to: subscriber).start()
  }
}

extension PublisherNames {
  /// ``PolicyRetryPublisher``, under a short name that a client's own type overrides.
  public typealias PolicyRetry<Upstream: Publisher, Context: Scheduler> = PolicyRetryPublisher<Upstream, Context>
}

extension PolicyRetryPublisher: Sendable where Upstream: Sendable, Context: Sendable {}
