public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Subscribes to upstream again after a delay, when it has finished and when it has failed.
  ///
  ///     upstream 1    -1|
  ///     upstream 2       ^1|
  ///     upstream 3           ^1|
  ///     restarted(policy, scheduler: scheduler)
  ///     downstream    -1--1---1|
  ///
  /// Use it for a source that is never to end, such as a connection: `retry(_:scheduler:)` goes on after a failure
  /// alone, `repeated(_:)` after a finish, and without a delay. Elements delivered before an end are not retracted. A
  /// publisher that keeps its result, like ``/StreamCore/Future``, ends again immediately; wrap it in
  /// ``/StreamCore/Deferred`` to repeat the work.
  ///
  /// - **Demand**: passed upstream; demand outstanding at an end is requested again from the next run.
  /// - **Completion**: the last of upstream's is passed on: when no restart is left, or when the policy's closure
  ///   refuses it.
  /// - **Failure**: as the completion. Without a limit the stream does not end; `ignoreFailure()` says so in its type.
  /// - **Threads**: first subscribes on the subscribing thread, later on the scheduler, in a loop if upstream ends
  ///   inside `subscribe(_:)`; delivers where upstream does. Closures run where upstream ends, never under a lock. A
  ///   cancel during a delay takes the timer from the scheduler.
  ///
  /// - Parameters:
  ///   - policy: The number of restarts, their delays, and what counts them from zero. Each subscription counts its
  ///     own.
  ///   - scheduler: The scheduler that measures the delays and the runs, and subscribes anew. A delay of zero needs no
  ///     timer: an upstream that ends at once must have delays on a scheduler that runs work immediately, or it blocks
  ///     the subscribing thread.
  ///   - random: The source of random numbers for jitter. Each subscription uses a copy, so a seeded generator gives
  ///     all of them the same delays.
  ///   - onRestart: Called before each delay with the end of the run, the number of restarts that count, that one
  ///     included, and the delay.
  /// - Returns: A publisher of the elements of all runs.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func restarted<S: Scheduler>(
    _ policy: RestartPolicy<Failure> = RestartPolicy(), scheduler: S,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    onRestart: (
      @Sendable (_ completion: Subscribers.Completion<Failure>, _ restart: Int, _ delay: Duration) -> Void
    )? = nil
  ) -> Publishers.Restarted<Self, S> {
    RestartedPublisher(upstream: self, policy: policy, scheduler: scheduler, random: random, onRestart: onRestart)
  }
}

/// A publisher that subscribes to another again after a delay, when that has ended.
@frozen
public struct RestartedPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is subscribed to again.
  public let upstream: Upstream

  /// The number of restarts, their delays, and what counts them from zero.
  public let policy: RestartPolicy<Upstream.Failure>

  /// The scheduler that measures the delays and the runs, and subscribes anew.
  public let scheduler: Context

  /// The source of random numbers for jitter.
  public let random: any RandomNumberGenerator & Sendable

  /// Called before each delay.
  public let onRestart:
    (@Sendable (_ completion: Subscribers.Completion<Failure>, _ restart: Int, _ delay: Duration) -> Void)?

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, policy: RestartPolicy<Upstream.Failure>, scheduler: Context,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    onRestart: (
      @Sendable (_ completion: Subscribers.Completion<Failure>, _ restart: Int, _ delay: Duration) -> Void
    )? = nil
  ) {
    (self.upstream, self.policy, self.scheduler) = (upstream, policy, scheduler)
    (self.random, self.onRestart) = (random, onRestart)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    DelayedRuns("Restarted", RestartPlan(self), to: subscriber).start()
  }
}

extension PublisherNames {
  /// ``RestartedPublisher``, under a short name that a client's own type overrides.
  public typealias Restarted<Upstream: Publisher, Context: Scheduler> = RestartedPublisher<Upstream, Context>
}

extension RestartedPublisher: Sendable where Upstream: Sendable, Context: Sendable {}
