public import StreamCore
public import StreamParts
public import StreamSchedulers

/// The attempts of one subscription, and the delays between them. An attempt has an even epoch; the delay after it has
/// the following odd epoch, so that a late signal of either is recognised as stale.
@usableFromInline
final class DelayedAttempts<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let retry: Publishers.DelayedRetry<Context, Upstream>
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter = SubscriptionArbiter("DelayedRetry")

  /// Turns recursion into a loop: an attempt may fail, and the delay after it end, before `subscribe` returns.
  @usableFromInline let trampoline = Trampoline()

  @inlinable
  init(retry: Publishers.DelayedRetry<Context, Upstream>, downstream: Downstream) {
    self.retry = retry
    self.downstream = downstream
  }

  /// Subscribes to upstream for the attempt with that number.
  ///
  /// A call that arrives while `subscribe` runs only adds a run to the trampoline's loop, and its argument is dropped:
  /// it is always the next number, to which the loop counts up by itself.
  @inlinable
  func start(number: Int) {
    var number = number
    trampoline.run {
      retry.upstream.subscribe(DelayedRetryInner(attempts: self, number: number))
      number += 1
    }
  }

  /// Delays the next attempt. The delay has an epoch of its own: a cancel during the delay cancels it, and demand
  /// requested in that time is kept for the next attempt.
  @inlinable
  func wait(after number: Int) {
    let interval = Context.SchedulerTimeType.Stride.seconds(max(0, retry.intervals[number]))
    Publishers.Delay(
      upstream: Just(()), interval: interval, tolerance: retry.tolerance ?? retry.scheduler.minimumTolerance,
      scheduler: retry.scheduler, options: retry.options
    ).subscribe(RetryDelayInner(attempts: self, number: number))
  }
}

/// Forwards the signals of one attempt, except a failure that leads to another attempt.
@usableFromInline
struct DelayedRetryInner<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: ArbitratedInner
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let attempts: DelayedAttempts<Upstream, Context, Downstream>
  @usableFromInline let number: Int

  @inlinable
  init(attempts: DelayedAttempts<Upstream, Context, Downstream>, number: Int) {
    self.attempts = attempts
    self.number = number
  }

  @inlinable var downstream: Downstream { attempts.downstream }

  @inlinable var arbiter: SubscriptionArbiter { attempts.arbiter }

  @inlinable var epoch: Int { number * 2 }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    guard arbiter.endEpoch(epoch) != nil else { return }
    if case .failure = completion, number < attempts.retry.intervals.count {
      attempts.wait(after: number)
    } else if arbiter.terminate() {
      downstream.receive(completion: completion)
    }
  }
}

/// Starts the next attempt when the delay is over.
@usableFromInline
struct RetryDelayInner<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let attempts: DelayedAttempts<Upstream, Context, Downstream>
  @usableFromInline let number: Int

  @inlinable
  init(attempts: DelayedAttempts<Upstream, Context, Downstream>, number: Int) {
    self.attempts = attempts
    self.number = number
  }

  @inlinable var epoch: Int { number * 2 + 1 }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: attempts.downstream) }

  @usableFromInline var description: String { attempts.arbiter.description }

  @inlinable var combineIdentifier: CombineIdentifier { attempts.arbiter.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if attempts.arbiter.attach(subscription, epoch: epoch, takesDemand: false) { subscription.request(.max(1)) }
  }

  @inlinable
  func receive(_ input: Void) -> Subscribers.Demand { .none }

  @inlinable
  func receive(completion: Subscribers.Completion<Never>) {
    if attempts.arbiter.endEpoch(epoch) != nil { attempts.start(number: number + 1) }
  }
}
