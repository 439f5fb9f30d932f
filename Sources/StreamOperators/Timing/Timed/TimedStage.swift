internal import StreamCore
internal import StreamSchedulers

/// A stage that lets time pass: it brings the events of upstream, of downstream and of the scheduler's clock to a policy
/// one after the other, keeps one timer, and sends on what comes out.
///
/// Its downstream is the upstream side of a hop, so that elements reach the subscriber on the scheduler, in order. As each
/// costs a trip through the scheduler, none of this is laid open to the optimiser of a client.
// Sendable: the policy, and all else that changes, is under the lock.
final class TimedStage<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription,
  SubscriptionDescription, @unchecked Sendable
where
  Downstream.Input == Policy.Output, Downstream.Failure == Policy.Failure, Context.SchedulerTimeType == Policy.Time
{
  typealias Input = Policy.Input
  typealias Failure = Policy.Failure
  typealias Time = Policy.Time

  let description: String
  private let downstream: HoppingInner<Downstream, Context>
  private let scheduler: Context
  private let tolerance: Time.Stride?
  private let options: Context.SchedulerOptions?
  private let state: Locked<State>

  private struct State {
    /// Until the end.
    var policy: Policy?
    var upstream = RelayState.awaitingSubscription
    var demand = Subscribers.Demand.none

    /// For when a timer is set, which may be earlier than the policy's deadline.
    var alarm: Time?
    var timer: (any Cancellable)?
    var lastTicket = 0

    /// Timed operators that count demand lose what comes out without.
    var hasDemand: Bool { !Policy.countsDemand || demand != .none }
  }

  init(
    _ description: String, to downstream: Downstream, on scheduler: Context, tolerance: Time.Stride? = nil,
    options: Context.SchedulerOptions?, policy: Policy
  ) {
    self.description = description
    self.scheduler = scheduler
    self.tolerance = tolerance
    self.options = options
    self.downstream = HoppingInner(
      downstream: downstream, hop: Hop(description, to: scheduler, options: options))
    state = Locked(State(policy: policy))
  }

  // MARK: Upstream

  func receive(subscription: any Subscription) {
    let now = scheduler.now
    let isFirst = state.withLock { state in
      guard state.policy != nil, state.upstream.attach(subscription) else { return false }
      state.policy?.begin(at: now)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    downstream.receive(subscription: self)
    if Policy.countsDemand { upstream?.request(.unlimited) }
    setTimer()
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let now = scheduler.now
    send { state, policy in
      guard state.upstream.subscription != nil else { return .nothing }
      return policy.receive(input, at: now, hasDemand: state.hasDemand)
    }
    setTimer()
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let now = scheduler.now
    var released: (any Subscription)?
    send { state, policy in
      released = state.upstream.terminate()
      return released == nil ? .nothing : policy.receive(completion: completion, at: now, hasDemand: state.hasDemand)
    }
    withExtendedLifetime(released) {}
    setTimer()
  }

  // MARK: Downstream

  func request(_ demand: Subscribers.Demand) {
    guard Policy.countsDemand else { return upstream?.request(demand) ?? () }
    state.withLock { $0.demand += demand }
    wake(at: scheduler.now)
    setTimer()
  }

  func cancel() {
    end()?.cancel()
  }

  private var upstream: (any Subscription)? { state.withLock { $0.upstream.subscription } }

  // MARK: Time

  /// Sets a timer, unless one is set that comes early enough.
  private func setTimer() {
    let alarm: (time: Time, ticket: Int)? = state.withLock { state in
      guard let deadline = state.policy?.deadline else { return nil }
      if let alarm = state.alarm, alarm <= deadline { return nil }
      state.alarm = deadline
      state.lastTicket += 1
      return (deadline, state.lastTicket)
    }
    guard let alarm else { return }
    // Repeating work can be cancelled, other work cannot; this is cancelled when it has run once.
    let timer = scheduler.schedule(
      after: alarm.time, interval: .seconds(1 << 30), tolerance: tolerance ?? scheduler.minimumTolerance,
      options: options, Alarm(stage: self, ticket: alarm.ticket).ring)
    let released: (any Cancellable)? = state.withLock { state in
      guard state.policy != nil, state.alarm != nil, state.lastTicket == alarm.ticket else { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    released?.cancel()
  }

  fileprivate func ring(ticket: Int) {
    let (alarm, timer) = state.withLock { state -> (Time?, (any Cancellable)?) in
      guard state.lastTicket == ticket else { return (nil, nil) }
      return (state.alarm.take(), state.timer.take())
    }
    timer?.cancel()
    guard let alarm else { return }
    // A clock may be read a little before the time for which it rings.
    wake(at: max(scheduler.now, alarm))
    setTimer()
  }

  private func wake(at now: Time) {
    while send({ $1.wake(at: now, hasDemand: $0.hasDemand) }) {}
  }

  // MARK: Sending

  /// Sends on what comes out of an event.
  ///
  /// - Returns: Whether anything did, and the stream goes on.
  @discardableResult
  private func send(_ event: (inout State, inout Policy) -> Emission<Policy.Output, Failure>) -> Bool {
    let emission = state.withLock { state in
      // Taken out, so that it is changed in place.
      guard var policy = state.policy.take() else { return Emission<Policy.Output, Failure>.nothing }
      var emission = event(&state, &policy)
      state.policy = policy
      if emission.output != nil, Policy.countsDemand {
        if state.demand == .none { emission.output = nil } else { state.demand -= 1 }
      }
      return emission
    }
    if let output = emission.output { _ = downstream.receive(output) }
    guard let completion = emission.end else { return emission.output != nil }
    end()?.cancel()
    downstream.receive(completion: completion)
    return false
  }

  /// Ends the stream: lets go of the timer, of what the policy holds, and of upstream.
  ///
  /// - Returns: The upstream's subscription, if it is to be cancelled.
  private func end() -> (any Subscription)? {
    let (policy, timer, upstream) = state.withLock { state in
      (state.policy.take(), state.timer.take(), state.upstream.terminate())
    }
    timer?.cancel()
    withExtendedLifetime(policy) {}
    return upstream
  }

  var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": downstream, "upstream": state.upstream, "demand": state.demand]
  }
}

/// A method of this takes the place of a closure, which could not be `@Sendable` without asking the same of the types'
/// metatypes.
private struct Alarm<Policy: TimedPolicy, Downstream: Subscriber, Context: Scheduler>: Sendable
where
  Downstream.Input == Policy.Output, Downstream.Failure == Policy.Failure, Context.SchedulerTimeType == Policy.Time
{
  let stage: TimedStage<Policy, Downstream, Context>
  let ticket: Int

  @Sendable
  func ring() {
    stage.ring(ticket: ticket)
  }
}
