public import StreamCore
public import StreamSchedulers
public import Synchronization

/// The attempts of one subscription, and what is between them. An attempt has an even turn, the wait after it the odd one
/// that follows.
@usableFromInline
final class DelayedAttempts<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let retry: Publishers.DelayedRetry<Context, Upstream>
  @usableFromInline let downstream: Downstream
  @usableFromInline let switching = SwitchingSubscription("DelayedRetry")

  /// How many attempts are to be started by the one who is starting them.
  @usableFromInline let toStart = SharedWord(0)

  @inlinable
  init(retry: Publishers.DelayedRetry<Context, Upstream>, downstream: Downstream) {
    self.retry = retry
    self.downstream = downstream
  }

  /// Subscribes to upstream; an attempt whose failure and wait are over before `subscribe` returns leaves the next one to
  /// this loop.
  @inlinable
  func start(number: Int) {
    guard toStart.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    var number = number
    repeat {
      retry.upstream.subscribe(DelayedAttempt(attempts: self, number: number))
      number += 1
    } while toStart.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// Lets an interval pass, as a turn of its own: a cancel meanwhile cancels it, what is asked for meanwhile is kept.
  @inlinable
  func wait(after number: Int) {
    let interval = Context.SchedulerTimeType.Stride.seconds(max(0, retry.intervals[number]))
    Publishers.Delay(
      upstream: Just(()), interval: interval, tolerance: retry.tolerance ?? retry.scheduler.minimumTolerance,
      scheduler: retry.scheduler, options: retry.options
    ).subscribe(DelayBetweenAttempts(attempts: self, number: number))
  }
}

/// Passes the signals of one attempt on, but for a failure that another attempt is to follow.
@usableFromInline
struct DelayedAttempt<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: SwitchingSubscriber
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

  @inlinable var switching: SwitchingSubscription { attempts.switching }

  @inlinable var turn: Int { number * 2 }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    guard switching.endTurn(turn) != nil else { return }
    if case .failure = completion, number < attempts.retry.intervals.count {
      attempts.wait(after: number)
    } else if switching.terminate() {
      downstream.receive(completion: completion)
    }
  }
}

/// Starts an attempt when the time after the one before is over.
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

  @inlinable var turn: Int { number * 2 + 1 }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: attempts.downstream) }

  @usableFromInline var description: String { attempts.switching.description }

  @inlinable var combineIdentifier: CombineIdentifier { attempts.switching.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if attempts.switching.attach(subscription, turn: turn, takesDemand: false) { subscription.request(.max(1)) }
  }

  @inlinable
  func receive(_ input: Void) -> Subscribers.Demand { .none }

  @inlinable
  func receive(completion: Subscribers.Completion<Never>) {
    if attempts.switching.endTurn(turn) != nil { attempts.start(number: number + 1) }
  }
}
