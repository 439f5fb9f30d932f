public import StreamCore
public import StreamParts
public import StreamSchedulers

/// The attempts of one subscription, and the waits between them. An attempt has an even epoch; the wait after it has the
/// odd epoch that follows.
@usableFromInline
final class DelayedAttempts<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let retry: Publishers.DelayedRetry<Context, Upstream>
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter = SubscriptionArbiter("DelayedRetry")

  /// An attempt may fail, and the wait after it end, before `subscribe` has returned.
  @usableFromInline let trampoline = Trampoline()

  @inlinable
  init(retry: Publishers.DelayedRetry<Context, Upstream>, downstream: Downstream) {
    self.retry = retry
    self.downstream = downstream
  }

  /// Subscribes to upstream, as the attempt of that number.
  @inlinable
  func start(number: Int) {
    var number = number
    trampoline.run {
      retry.upstream.subscribe(DelayedAttempt(attempts: self, number: number))
      number += 1
    }
  }

  /// Waits before the next attempt. The wait has an epoch of its own: a cancel during the wait cancels it, and demand that
  /// arrives then is kept for the next attempt.
  @inlinable
  func wait(after number: Int) {
    let interval = Context.SchedulerTimeType.Stride.seconds(max(0, retry.intervals[number]))
    Publishers.Delay(
      upstream: Just(()), interval: interval, tolerance: retry.tolerance ?? retry.scheduler.minimumTolerance,
      scheduler: retry.scheduler, options: retry.options
    ).subscribe(DelayBetweenAttempts(attempts: self, number: number))
  }
}

/// Passes the signals of one attempt on, except a failure after which there is another attempt.
@usableFromInline
struct DelayedAttempt<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: ArbitratedInner
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

/// Starts the next attempt when the wait is over.
@usableFromInline
struct DelayBetweenAttempts<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: StageSubscriber
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
