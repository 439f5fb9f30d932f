public import StreamCore
public import StreamParts
public import StreamSchedulers

/// A timed stage: passes the events of upstream, of downstream and of the scheduler's clock to a policy serially, keeps
/// one timer, and sends the policy's output.
///
/// It sends through a ``SchedulerDrain``, so that elements reach the subscriber on the scheduler, in order.
// Sendable: the policy, and all other mutable state, is under the lock; `options` is only read.
@usableFromInline
final class TimedInner<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: InnerSubscriber,
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

  /// The operator's source location, if known.
  @usableFromInline let site: StreamSite?
  @usableFromInline let state: Locked<TimedState<Policy>>

  @inlinable
  init(
    _ description: String, to downstream: Downstream, on scheduler: Context, tolerance: Time.Stride? = nil,
    options: Context.SchedulerOptions?, site: StreamSite? = nil, policy: Policy
  ) {
    self.description = description
    self.scheduler = scheduler
    self.tolerance = tolerance
    self.options = options
    self.site = site
    self.downstream = ReceiveOnInner(
      downstream: downstream, drain: SchedulerDrain(description, to: scheduler, options: options))
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
    var startsDrain = sent.startsDrain
    if Policy.sendsSeveral, sent.goesOn, wake(at: now) { startsDrain = true }
    if startsDrain { downstream.drain.schedule() }
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
    if sent.startsDrain { downstream.drain.schedule() }
    if sent.needsTimer { setTimer() }
  }

  // MARK: Downstream

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    guard Policy.countsDemand else {
      // The timer is set before the request: upstream may deliver everything inside `request`, and an interval that
      // began with the subscription must not wait for that.
      setTimer()
      return upstream?.request(demand) ?? ()
    }
    state.withLock { $0.demand += demand }
    guard Policy.waitsForDemand else { return }
    if wake(at: scheduler.now) { downstream.drain.schedule() }
    setTimer()
  }

  @inlinable
  func cancel() {
    end()?.cancel()
  }

  @inlinable var upstream: (any Subscription)? { state.withLock { $0.upstream.subscription } }

  // MARK: Time

  /// Sets a timer, unless one that is early enough is set.
  @inlinable
  func setTimer() {
    guard let alarm = state.withLock({ $0.prepareTimer() }) else { return }
    let timer = scheduler.setAlarm(
      at: alarm.time, period: alarm.period, tolerance: tolerance, options: options,
      Alarm(stage: self, ticket: alarm.ticket, setAt: scheduler.now).ring)
    state.withLock { $0.keep(timer, ticket: alarm.ticket) }?.cancel()
  }

  @inlinable
  func ring(ticket: Int, setAt time: Time) {
    let (alarm, timer) = state.withLock { $0.ring(ticket: ticket) }
    timer?.cancel()
    guard let alarm else { return }
    let now = scheduler.now
    // A clock may read slightly earlier than the time for which its timer fired.
    let startsDrain = wake(at: max(now, alarm))
    // If the clock has not moved to that time, it stands still: the next timer would fire inside this call, and so on.
    if now >= alarm || now != time { setTimer() }
    // Already on the scheduler: drain in place.
    if startsDrain { downstream.drain.run() }
  }

  /// Sends the output that is due because time has passed or demand has arrived.
  ///
  /// - Returns: Whether the drain must be started.
  @inlinable
  func wake(at now: Time) -> Bool {
    var startsDrain = false
    var goesOn = true
    while goesOn {
      let sent = send { $0.wake(at: now) }
      if sent.startsDrain { startsDrain = true }
      goesOn = sent.goesOn
    }
    return startsDrain
  }

  // MARK: Sending

  /// Passes an event to the policy, and sends its output; a dropped element is released with the returned action.
  ///
  /// An element is enqueued under the same lock under which the policy emitted it, and a completion ends the state
  /// there. So outputs on different threads are enqueued in the order emitted, and none after the completion.
  ///
  /// - Returns: Whether the drain must be started; whether there was an element and the stream goes on; and whether a
  ///   timer must be set.
  @inlinable
  func send(
    _ event: (inout TimedState<Policy>) -> TimedState<Policy>.Outcome
  ) -> (startsDrain: Bool, goesOn: Bool, needsTimer: Bool) {
    var startsDrain = false
    let (outcome, ended) = state.withLock { state in
      let outcome = event(&state)
      if let output = outcome.action.output { startsDrain = downstream.enqueue(output) }
      return (outcome, outcome.action.endsStream ? state.end() : nil)
    }
    if outcome.action.isBeyondDemand { DropHook.reportBeyondDemand(description, at: site) }
    guard let ended else { return (startsDrain, outcome.action.output != nil, outcome.needsTimer) }
    stop(ended)?.cancel()
    // The client's closure that returns the failure is called here, outside the lock.
    if let completion = outcome.action.end, downstream.enqueue(completion: completion) { startsDrain = true }
    return (startsDrain, false, false)
  }

  /// Ends the stream: releases the timer, the policy and upstream.
  ///
  /// - Returns: The upstream subscription, if it must be cancelled.
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

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: the stage is, and the time is only compared.
@usableFromInline
struct Alarm<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: @unchecked Sendable
where
  Downstream.Input == Policy.Output, Downstream.Failure == Policy.Failure, Context.SchedulerTimeType == Policy.Time
{
  @usableFromInline let stage: TimedInner<Policy, Downstream, Context>
  @usableFromInline let ticket: Int
  @usableFromInline let setAt: Policy.Time

  @inlinable
  init(stage: TimedInner<Policy, Downstream, Context>, ticket: Int, setAt: Policy.Time) {
    self.stage = stage
    self.ticket = ticket
    self.setAt = setAt
  }

  @inlinable
  @Sendable
  func ring() {
    stage.ring(ticket: ticket, setAt: setAt)
  }
}
