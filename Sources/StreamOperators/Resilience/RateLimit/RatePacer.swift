public import StreamCore
internal import StreamParts
public import StreamSchedulers

/// Takes the elements of a queue one by one, each when there is demand, and delivers it on the scheduler when its tokens
/// are there. Downstream holds a handle, which drops this object at the end.
// Sendable: `downstream` is called by one thread at a time, the one that runs; everything else is under the lock.
@usableFromInline
final class RatePacer<Downstream: Subscriber, Context: Scheduler>: InnerSubscriber, StageSubscription,
  @unchecked Sendable
where Downstream.Input: Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @usableFromInline let downstream: Downstream
  private let handle = SubscriptionHandle("RateLimited")
  private let limiter: RateLimiter<Context>
  private let cost: @Sendable (Downstream.Input) -> Int
  private let state = Locked(State())

  private struct State {
    var queue = UpstreamState.awaitingSubscription
    var demand = Subscribers.Demand.none

    /// The queue has been asked for an element, which has not come.
    var isAsking = false

    /// The element that has taken its tokens, and when they are there: `nil` if they are.
    var head: (value: Input, cost: Int, due: Time?)?

    var timer: AlarmHandle?

    /// A thread delivers.
    var isRunning = false

    /// When a timer was due that has rung meanwhile.
    var rung: Time?
    var completion: Subscribers.Completion<Failure>?
    var isOver = false

    /// The queue, if it is to be asked for an element.
    mutating func ask() -> SubscriptionObject? {
      guard !isAsking, head == nil, demand != .none, completion == nil, let queue = queue.subscription else {
        return nil
      }
      isAsking = true
      return queue
    }

    /// What the thread that delivers does next.
    mutating func next(at now: Time) -> Step {
      if isOver { return .stop }
      if let (value, _, due) = head {
        if let due, due > now { return .wait(due) }
        head = nil
        demand -= 1
        return .deliver(value)
      }
      if let completion = completion.take() {
        isOver = true
        return .complete(completion)
      }
      if let queue = ask() { return .ask(queue) }
      isRunning = false
      return .stop
    }

    /// Ends the stream, and returns the former state, to be released outside the lock.
    mutating func end() -> State {
      defer {
        self = State()
        queue = .terminated
        isOver = true
      }
      return self
    }
  }

  private enum Step {
    case deliver(Input)
    case complete(Subscribers.Completion<Failure>)
    case ask(SubscriptionObject)
    case wait(Time)
    case stop
  }

  @usableFromInline
  init(
    downstream: Downstream, limiter: RateLimiter<Context>, cost: @escaping @Sendable (Downstream.Input) -> Int
  ) {
    (self.downstream, self.limiter, self.cost) = (downstream, limiter, cost)
  }

  @usableFromInline var description: String { handle.description }

  // MARK: Queue

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard state.withLock({ $0.queue.attach(subscription) }) else { return subscription.cancel() }
    handle.attach(to: ErasedSubscription(request: { self.request($0) }, cancel: { self.cancel() }))
    downstream.receive(subscription: handle)
  }

  @usableFromInline
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let cost = cost(input)
    // Downstream may have cancelled inside the closure.
    guard state.withLock({ !$0.isOver }) else { return .none }
    let due = limiter.reserve(cost)
    let (isKept, isRunning) = state.withLock { state in
      guard !state.isOver else { return (false, false) }
      state.isAsking = false
      state.head = (input, cost, due)
      return (true, state.isRunning)
    }
    if !isKept {
      if let due { limiter.giveBack(cost, reservedFor: due) }
    } else if !isRunning {
      setTimer(at: due)
    }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let (released, runs) = state.withLock { state in
      let queue = state.queue.terminate()
      if queue != nil { state.completion = completion }
      // With a head there is a timer, which finds the completion after it.
      return (queue, queue != nil && state.head == nil && !state.isRunning)
    }
    withExtendedLifetime(released) {}
    if runs { setTimer(at: nil) }
  }

  // MARK: Scheduler

  /// Sets a timer; for no time, the scheduler's next turn.
  private func setTimer(at time: Time?) {
    let timer = AlarmHandle()
    let isWanted = state.withLock { state in
      if !state.isOver { state.timer = timer }
      return !state.isOver
    }
    guard isWanted else { return }
    let now = limiter.scheduler.now
    let due = time ?? now
    let alarm = RateAlarm(pacer: self, timer: timer, time: due)
    // A repeating timer, cancelled as it rings: only such a one can be taken from the scheduler before.
    timer.keep(
      limiter.scheduler.setAlarm(
        at: due, period: now.distance(to: due), tolerance: nil, options: nil, alarm.ring))
  }

  /// Delivers what is due. The caller is on the scheduler.
  ///
  /// - Parameter time: When its timer was due: a clock may read slightly earlier.
  @usableFromInline
  func run(dueAt time: Time) {
    let begins = state.withLock { state in
      // A scheduler may run work inside `schedule`: then the caller of that goes on, so that the stack does not grow.
      if state.isRunning { state.rung = time }
      defer { state.isRunning = true }
      return !state.isRunning && !state.isOver
    }
    guard begins else { return }
    var (time, more) = (time, Subscribers.Demand.none)
    while true {
      let now = max(limiter.scheduler.now, time)
      let step = state.withLock { state in
        state.demand += more
        return state.next(at: now)
      }
      more = .none
      switch step {
      case .deliver(let value): more = downstream.receive(value)
      case .ask(let queue): queue.request(.max(1))
      case .wait(let due):
        setTimer(at: due)
        let rung = state.withLock { state in
          defer { state.rung = nil }
          state.isRunning = state.rung != nil
          return state.rung
        }
        guard let rung else { return }
        time = rung
      case .complete(let completion):
        handle.detach()
        return downstream.receive(completion: completion)
      case .stop: return
      }
    }
  }

  // MARK: Downstream

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let queue = state.withLock { state in
      state.demand += demand
      // The thread that runs asks by itself.
      return state.isRunning ? nil : state.ask()
    }
    queue?.request(.max(1))
  }

  @usableFromInline
  func cancel() {
    let ended = state.withLock { $0.end() }
    ended.queue.subscription?.cancel()
    ended.timer?.cancel()
    if case (_, let cost, let due?)? = ended.head { limiter.giveBack(cost, reservedFor: due) }
    handle.detach()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": downstream, "queue": state.queue, "demand": state.demand]
  }
}

/// A timer's callback, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
// Sendable: a time of a scheduler is a value.
struct RateAlarm<Downstream: Subscriber, Context: Scheduler>: @unchecked Sendable where Downstream.Input: Sendable {
  let pacer: RatePacer<Downstream, Context>
  let timer: AlarmHandle
  let time: Context.SchedulerTimeType

  @Sendable
  func ring() {
    timer.cancel()
    pacer.run(dueAt: time)
  }
}
