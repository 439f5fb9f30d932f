public import StreamCore
public import StreamSchedulers

/// A stage that lets time pass: it brings the events of upstream, of downstream and of the scheduler's clock to a policy
/// one after the other, keeps one timer, and sends on what comes out.
///
/// Its downstream is the upstream side of a hop, so that elements reach the subscriber on the scheduler, in order.
// Sendable: the policy, and all else that changes, is under the lock; `options` is only read.
@usableFromInline
final class TimedStage<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: InnerSubscriber,
  StageSubscription, @unchecked Sendable
where
  Downstream.Input == Policy.Output, Downstream.Failure == Policy.Failure, Context.SchedulerTimeType == Policy.Time
{
  @usableFromInline typealias Input = Policy.Input
  @usableFromInline typealias Failure = Policy.Failure
  @usableFromInline typealias Time = Policy.Time

  @usableFromInline let description: String
  @usableFromInline let downstream: ReceiveOnInner<Downstream, Context>
  @usableFromInline let scheduler: Context
  @usableFromInline let tolerance: Time.Stride?
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let state: Locked<TimedState<Policy>>

  @inlinable
  init(
    _ description: String, to downstream: Downstream, on scheduler: Context, tolerance: Time.Stride? = nil,
    options: Context.SchedulerOptions?, policy: Policy
  ) {
    self.description = description
    self.scheduler = scheduler
    self.tolerance = tolerance
    self.options = options
    self.downstream = ReceiveOnInner(
      downstream: downstream, hop: SchedulerDrain(description, to: scheduler, options: options))
    state = Locked(TimedState(policy: policy))
  }

  // MARK: Upstream

  @inlinable
  func receive(subscription: any Subscription) {
    let now = scheduler.now
    guard state.withLock({ $0.attach(subscription, at: now) }) else { return subscription.cancel() }
    downstream.receive(subscription: self)
    if Policy.countsDemand { upstream?.request(.unlimited) }
    setTimer()
  }

  @inlinable
  func receive(_ input: Policy.Input) -> Subscribers.Demand {
    let now = scheduler.now
    let sent = send { $0.receive(input, at: now) }
    if sent.isToRun { downstream.hop.schedule() }
    if sent.needsTimer { setTimer() }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Policy.Failure>) {
    let now = scheduler.now
    var released: (any Subscription)?
    let sent = send { state in
      let (outcome, subscription) = state.receive(completion: completion, at: now)
      released = subscription
      return outcome
    }
    withExtendedLifetime(released) {}
    if sent.isToRun { downstream.hop.schedule() }
    if sent.needsTimer { setTimer() }
  }

  // MARK: Downstream

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    guard Policy.countsDemand else {
      // What began with the subscription is not to wait until upstream has delivered all that this asks for.
      setTimer()
      return upstream?.request(demand) ?? ()
    }
    state.withLock { $0.demand += demand }
    guard Policy.waitsForDemand else { return }
    if wake(at: scheduler.now) { downstream.hop.schedule() }
    setTimer()
  }

  @inlinable
  func cancel() {
    end()?.cancel()
  }

  @inlinable var upstream: (any Subscription)? { state.withLock { $0.upstream.subscription } }

  // MARK: Time

  /// Sets a timer, unless one is set that comes early enough.
  @inlinable
  func setTimer() {
    guard let alarm = state.withLock({ $0.prepareTimer() }) else { return }
    let timer = schedule(
      Alarm(stage: self, ticket: alarm.ticket).ring, at: alarm.time, period: alarm.period)
    state.withLock { $0.keep(timer, ticket: alarm.ticket) }?.cancel()
  }

  /// Schedules work, which is called off when it has run.
  ///
  /// - Returns: What calls it off.
  @inlinable
  func schedule(
    _ ring: @escaping @Sendable () -> Void, at time: Time, period: Time.Stride?
  ) -> any Cancellable {
    // For what is due already a scheduler needs no clock.
    let isDue = time <= scheduler.now
    let tolerance = tolerance ?? scheduler.minimumTolerance
    if let period, period > 0, !isDue {
      return scheduler.schedule(after: time, interval: period, tolerance: tolerance, options: options, ring)
    }
    // A scheduler keeps work for one time until then: what the work holds has to go earlier (rule 7).
    let work = CancellableWork(ring)
    if isDue {
      scheduler.schedule(options: options, work.run)
    } else {
      scheduler.schedule(after: time, tolerance: tolerance, options: options, work.run)
    }
    return work
  }

  @inlinable
  func ring(ticket: Int) {
    let (alarm, timer) = state.withLock { $0.ring(ticket: ticket) }
    timer?.cancel()
    guard let alarm else { return }
    // A clock may be read a little before the time for which it rings.
    let isToRun = wake(at: max(scheduler.now, alarm))
    setTimer()
    // This is the scheduler: what came out needs no block of its own.
    if isToRun { downstream.hop.run() }
  }

  /// Sends on what comes out because time has passed, or demand has come.
  ///
  /// - Returns: Whether the hop is to be run.
  @inlinable
  func wake(at now: Time) -> Bool {
    var isToRun = false
    var goesOn = true
    while goesOn {
      let sent = send { $0.wake(at: now) }
      if sent.isToRun { isToRun = true }
      goesOn = sent.goesOn
    }
    return isToRun
  }

  // MARK: Sending

  /// Brings an event to the policy, and hands on what comes out; what was dropped is released with it.
  ///
  /// An element is added to the hop under the same lock under which it came out, and an end ends the state there. So what
  /// comes out on another thread at the same time is added before it or after it, as it came out, and not past an end.
  ///
  /// - Returns: Whether the hop is to be run; whether there was an element, and the stream goes on; and whether a timer is
  ///   to be set.
  @inlinable
  func send(
    _ event: (inout TimedState<Policy>) -> TimedState<Policy>.Outcome
  ) -> (isToRun: Bool, goesOn: Bool, needsTimer: Bool) {
    var isToRun = false
    let (outcome, ended) = state.withLock { state in
      let outcome = event(&state)
      if let output = outcome.emission.output { isToRun = downstream.enqueue(output) }
      return (outcome, outcome.emission.endsStream ? state.end() : nil)
    }
    guard let ended else { return (isToRun, outcome.emission.output != nil, outcome.needsTimer) }
    stop(ended)?.cancel()
    // The client's closure that makes a failure is called here, outside the lock.
    if let completion = outcome.emission.end, downstream.enqueue(completion: completion) { isToRun = true }
    return (isToRun, false, false)
  }

  /// Ends the stream: lets go of the timer, of what the policy holds, and of upstream.
  ///
  /// - Returns: The upstream's subscription, if it is to be cancelled.
  @inlinable
  func end() -> (any Subscription)? {
    stop(state.withLock { $0.end() })
  }

  @inlinable
  func stop(_ ended: TimedState<Policy>.Ended) -> (any Subscription)? {
    ended.timer?.cancel()
    withExtendedLifetime(ended.policy) {}
    return ended.upstream
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let (upstream, demand) = state.withLock { ($0.upstream, $0.demand) }
    return ["downstream": downstream, "upstream": upstream, "demand": demand]
  }
}

/// A method of this takes the place of a closure, which could not be `@Sendable` without asking the same of the types'
/// metatypes.
@usableFromInline
struct Alarm<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: Sendable
where
  Downstream.Input == Policy.Output, Downstream.Failure == Policy.Failure, Context.SchedulerTimeType == Policy.Time
{
  @usableFromInline let stage: TimedStage<Policy, Downstream, Context>
  @usableFromInline let ticket: Int

  @inlinable
  init(stage: TimedStage<Policy, Downstream, Context>, ticket: Int) {
    self.stage = stage
    self.ticket = ticket
  }

  @inlinable
  @Sendable
  func ring() {
    stage.ring(ticket: ticket)
  }
}
