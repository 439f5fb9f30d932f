public import StreamCore

/// What differs between the publishers that subscribe to upstream anew some time after it has ended:
/// `restarted(_:scheduler:)`, the events of a server, and those of ``DelayedRetryPlan``.
@usableFromInline
package protocol DelayedRunsPlan {
  associatedtype Upstream: Publisher
  associatedtype Delay

  /// The publisher that may end.
  var upstream: Upstream { get }

  /// A run is about to deliver a value. It is called by the thread that delivers.
  func deliversValue()

  /// How long to wait after the end of a run, the first of which is number 0; `nil` if no other run follows. It may run
  /// a client's closure, and is called under no lock, by one thread at a time.
  func delay(afterEnd completion: Subscribers.Completion<Upstream.Failure>, ofRun number: Int) -> Delay?

  /// Runs `action` when a delay is over.
  func schedule(after delay: Delay, _ action: @escaping @Sendable () -> Void) -> any Cancellable
}

extension DelayedRunsPlan {
  @inlinable
  package func deliversValue() {}
}

/// What differs between the publishers that do so after a failure alone: `retry(on:intervals:)`,
/// `retry(_:scheduler:)`.
@usableFromInline
package protocol DelayedRetryPlan: DelayedRunsPlan {
  /// How long to wait after the failure of a run; `nil` if no other run follows.
  func delay(after failure: Upstream.Failure, ofRun number: Int) -> Delay?
}

extension DelayedRetryPlan {
  @inlinable
  package func delay(afterEnd completion: Subscribers.Completion<Upstream.Failure>, ofRun number: Int) -> Delay? {
    if case .failure(let failure) = completion { delay(after: failure, ofRun: number) } else { nil }
  }
}

/// The runs of one subscription, and the delays between them. A run has an even epoch; the delay after it has the
/// following odd epoch, so that a late signal of either is recognised as stale. A cancel during a delay cancels its
/// timer, and demand requested in that time is kept for the next run.
@usableFromInline
package final class DelayedRuns<Plan: DelayedRunsPlan, Downstream: Subscriber>
where Downstream.Input == Plan.Upstream.Output, Downstream.Failure == Plan.Upstream.Failure {
  @usableFromInline let plan: Plan
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter: SubscriptionArbiter

  /// Turns recursion into a loop: a run may end, and the delay after it, before `subscribe` returns.
  @usableFromInline let trampoline = Trampoline()

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - plan: What follows an end.
  ///   - downstream: The receiver of the signals.
  @inlinable
  package init(_ description: String, _ plan: Plan, to downstream: Downstream) {
    arbiter = SubscriptionArbiter(description)
    self.plan = plan
    self.downstream = downstream
  }

  /// Subscribes to upstream for the run with that number.
  ///
  /// A call that arrives while `subscribe` runs only adds a run to the trampoline's loop, and its argument is dropped:
  /// it is always the next number, to which the loop counts up by itself.
  @inlinable
  package func start(number: Int = 0) {
    var number = number
    trampoline.run {
      plan.upstream.subscribe(DelayedRunInner(runs: self, number: number))
      number += 1
    }
  }

  /// Starts the next run when a delay is over.
  @inlinable
  func wait(_ delay: Plan.Delay, after number: Int) {
    let handle = AlarmHandle()
    let alarm = DelayedRunAlarm(runs: self, handle: handle, number: number)
    // The arbiter has the timer before it may ring. A cancel that has come leaves none.
    guard arbiter.attach(AlarmSubscription(handle), epoch: alarm.epoch, takesDemand: false) else { return }
    handle.keep(plan.schedule(after: delay, alarm.ring))
  }
}

/// Forwards the signals of one run, except an end that leads to another run.
@usableFromInline
package struct DelayedRunInner<Plan: DelayedRunsPlan, Downstream: Subscriber>: ArbitratedInner
where Downstream.Input == Plan.Upstream.Output, Downstream.Failure == Plan.Upstream.Failure {
  @usableFromInline package typealias Failure = Plan.Upstream.Failure

  @usableFromInline let runs: DelayedRuns<Plan, Downstream>
  @usableFromInline let number: Int

  @inlinable
  init(runs: DelayedRuns<Plan, Downstream>, number: Int) {
    self.runs = runs
    self.number = number
  }

  @inlinable package var downstream: Downstream { runs.downstream }

  @inlinable package var arbiter: SubscriptionArbiter { runs.arbiter }

  @inlinable package var epoch: Int { number * 2 }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard arbiter.takeOne(epoch: epoch) else { return .none }
    runs.plan.deliversValue()
    return arbiter.add(downstream.receive(input))
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Plan.Upstream.Failure>) {
    guard arbiter.endEpoch(epoch) != nil else { return FailureHook.report(late: completion, at: arbiter) }
    if let delay = runs.plan.delay(afterEnd: completion, ofRun: number) {
      runs.wait(delay, after: number)
    } else {
      arbiter.end(downstream, with: completion)
    }
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the arbiter accepts the end of an epoch on any thread, once; the next run begins on the thread that ended
// it.
@usableFromInline
struct DelayedRunAlarm<Plan: DelayedRunsPlan, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Plan.Upstream.Output, Downstream.Failure == Plan.Upstream.Failure {
  @usableFromInline let runs: DelayedRuns<Plan, Downstream>
  @usableFromInline let handle: AlarmHandle

  /// The number of the run that has ended.
  @usableFromInline let number: Int

  @inlinable
  init(runs: DelayedRuns<Plan, Downstream>, handle: AlarmHandle, number: Int) {
    (self.runs, self.handle, self.number) = (runs, handle, number)
  }

  @inlinable var epoch: Int { number * 2 + 1 }

  @inlinable
  @Sendable
  func ring() {
    // One-shot work cannot be cancelled, so this is a repeating timer.
    handle.cancel()
    if runs.arbiter.endEpoch(epoch) != nil { runs.start(number: number + 1) }
  }
}
