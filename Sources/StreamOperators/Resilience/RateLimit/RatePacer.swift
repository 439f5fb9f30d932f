public import StreamCore
public import StreamParts
public import StreamSchedulers

/// Takes the elements of a queue one by one, each when there is demand, and delivers it on the scheduler when its
/// tokens are there. Downstream holds a handle, which drops this object at the end.
///
/// The thread that delivers goes on while there are elements, demand and tokens. When it has stopped, one of two
/// follows: a turn of the scheduler, for an element whose tokens are there, or a timer, for one that waits for them. A
/// turn allocates nothing, since one object serves for all turns of a subscription; a timer is made for each time of
/// waiting.
///
/// It has a loop of its own, and no `SerialDelivery`: an element with demand waits for its tokens, so the loop stops
/// and goes on at a time, where a delivery would have delivered.
// Sendable: `downstream` is called by one thread at a time, the one that runs; everything else is under the lock.
@usableFromInline
final class RatePacer<Downstream: Subscriber, Context: Scheduler>: InnerSubscriber, StageSubscription,
  @unchecked Sendable
where Downstream.Input: Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @usableFromInline let downstream: Downstream
  @usableFromInline let handle = SubscriptionHandle("RateLimited")
  @usableFromInline let limiter: RateLimiter<Context>
  @usableFromInline let cost: @Sendable (Downstream.Input) -> Int
  @usableFromInline let state = Locked(State())

  @usableFromInline
  struct State {
    @usableFromInline var queue = UpstreamState.awaitingSubscription
    @usableFromInline var demand = Subscribers.Demand.none

    /// The queue has been asked for an element, which has not come.
    @usableFromInline var isAsking = false

    /// The element that has taken its tokens, and the time at which these are available: `nil` for now.
    @usableFromInline var head: (value: Input, cost: Int, due: Time?)?

    @usableFromInline var timer: AlarmHandle?

    /// The turn of the scheduler, from the subscription to the end. It retains the pacer; the scheduler, which may keep
    /// what it is given until that runs, retains the turn alone (rule 7).
    @usableFromInline var turn: CancellableWork?

    /// A drain loop is running.
    @usableFromInline var isRunning = false

    /// When a timer was due that has rung meanwhile.
    @usableFromInline var rung: Time?
    @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline var isOver = false

    @inlinable
    init() {}

    /// The upstream to request from, if needed.
    @inlinable
    mutating func ask() -> SubscriptionObject? {
      guard !isAsking, head == nil, demand != .none, completion == nil, let queue = queue.subscription else {
        return nil
      }
      isAsking = true
      return queue
    }

    /// What the thread that delivers does next.
    @inlinable
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
    @inlinable
    mutating func end() -> State {
      defer {
        self = State()
        queue = .terminated
        isOver = true
      }
      return self
    }
  }

  @usableFromInline
  enum Step {
    case deliver(Input)
    case complete(Subscribers.Completion<Failure>)
    case ask(SubscriptionObject)
    case wait(Time)
    case stop
  }

  @inlinable
  init(
    downstream: Downstream, limiter: RateLimiter<Context>, cost: @escaping @Sendable (Downstream.Input) -> Int
  ) {
    (self.downstream, self.limiter, self.cost) = (downstream, limiter, cost)
  }

  @usableFromInline var description: String { handle.description }

  // MARK: Queue

  @inlinable
  func receive(subscription: any Subscription) {
    let turn = CancellableWork(takeTurn)
    let isFirst = state.withLock { state in
      guard state.queue.attach(subscription) else { return false }
      state.turn = turn
      return true
    }
    guard isFirst else { return subscription.cancel() }
    handle.attach(
      to: ErasedSubscription(
        request: { self.request($0) }, cancel: { self.cancel() }, children: { self.mirrorChildren }))
    downstream.receive(subscription: handle)
  }

  @inlinable
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
      proceed(at: due)
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let (released, runs) = state.withLock { state in
      let queue = state.queue.terminate()
      if queue != nil { state.completion = completion }
      // With a head there is a turn or a timer, which finds the completion after it.
      return (queue, queue != nil && state.head == nil && !state.isRunning)
    }
    withExtendedLifetime(released) {}
    if runs { proceed(at: nil) }
  }

  // MARK: Scheduler

  /// Goes on at a time; for no time, in the scheduler's next turn.
  @inlinable
  func proceed(at time: Time?) {
    if let time { return setTimer(at: time) }
    if let turn = state.withLock({ $0.turn }) { limiter.scheduler.schedule(options: nil, turn.run) }
  }

  @inlinable
  @Sendable
  func takeTurn() {
    run(dueAt: limiter.scheduler.now)
  }

  @usableFromInline
  func setTimer(at due: Time) {
    let timer = AlarmHandle()
    let isWanted = state.withLock { state in
      if !state.isOver { state.timer = timer }
      return !state.isOver
    }
    guard isWanted else { return }
    let alarm = RateAlarm(pacer: self, timer: timer, time: due)
    // One-shot work cannot be cancelled, so this is a repeating timer that is cancelled at its first tick.
    timer.keep(
      limiter.scheduler.setAlarm(
        at: due, period: limiter.scheduler.now.distance(to: due), tolerance: nil, options: nil, alarm.ring))
  }

  /// Delivers what is due. The caller is on the scheduler.
  ///
  /// - Parameter time: When its timer was due: a clock may read slightly earlier.
  @inlinable
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
        state.withLock { $0.turn.take() }?.cancel()
        handle.detach()
        return downstream.receive(completion: completion)
      case .stop: return
      }
    }
  }

  // MARK: Downstream

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    let queue = state.withLock { state in
      state.demand += demand
      // The thread that runs asks by itself.
      return state.isRunning ? nil : state.ask()
    }
    queue?.request(.max(1))
  }

  @inlinable
  func cancel() {
    let ended = state.withLock { $0.end() }
    ended.queue.subscription?.cancel()
    ended.timer?.cancel()
    ended.turn?.cancel()
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
