public import StreamCore
public import StreamSchedulers

/// The slot of `lazyMap(on:)`, and the one block that empties it. It is downstream's subscription.
// Sendable: what it holds is under the lock, and handed to one block at a time; `options` is only read.
@usableFromInline
final class LazyMapStage<Input: Sendable, Downstream: Subscriber, Context: Scheduler>: StageSubscription,
  @unchecked Sendable
{
  @usableFromInline typealias State = LazyMapState<Input, Downstream>

  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let state = Locked(State())

  @inlinable
  init(scheduler: Context, options: Context.SchedulerOptions?) {
    (self.scheduler, self.options) = (scheduler, options)
  }

  @usableFromInline var description: String { "LazyMap" }

  // MARK: Upstream

  /// Takes the first subscription.
  ///
  /// - Returns: Whether it was taken; a second one must be cancelled (rule 1).
  @inlinable
  func attach(_ subscription: any Subscription, target: State.Target) -> Bool {
    state.withLock { state in
      guard state.upstream.attach(subscription) else { return false }
      state.target = target
      return true
    }
  }

  /// Requests everything, after the handover.
  @inlinable
  func begin() {
    state.withLock { $0.upstream.subscription }?.request(.unlimited)
  }

  @inlinable
  func offer(_ input: Input) {
    var replaced: Input?
    let schedules = state.withLock { state in
      guard state.upstream.isActive else { return false }
      replaced = state.newest
      state.newest = input
      return state.needsBlock()
    }
    withExtendedLifetime(replaced) {}
    if schedules { schedule() }
  }

  @inlinable
  func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let (released, schedules) = state.withLock { state in
      let upstream = state.upstream.terminate()
      if upstream != nil { state.completion = completion }
      return (upstream, state.needsBlock())
    }
    withExtendedLifetime(released) {}
    if schedules { schedule() }
  }

  // MARK: Scheduler

  @inlinable
  func schedule() {
    // A method, not a closure: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
    scheduler.schedule(options: options, run)
  }

  /// Transforms and delivers the newest element, then schedules another block if a newer element has arrived. A
  /// scheduler that runs blocks inside `schedule` is handled by this loop, not by recursion.
  @inlinable
  func run() {
    guard state.withLock({ $0.begin() }) else { return }
    var more = Subscribers.Demand.none
    while true {
      let step = state.withLock { $0.next(adding: more) }
      more = .none
      switch step {
      case .deliver(let input, let target):
        let output = target.transform(input)
        // Downstream may have cancelled meanwhile, inside the closure or elsewhere.
        guard state.withLock({ !$0.isOver }) else { return }
        more = target.downstream.receive(output)
      case .reschedule:
        schedule()
        guard state.withLock({ $0.goesOn() }) else { return }
      case .complete(let completion, let target): return target.downstream.receive(completion: completion)
      case .stop: return
      }
    }
  }

  // MARK: Downstream

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let schedules = state.withLock { state in
      state.demand += demand
      return state.needsBlock()
    }
    if schedules { schedule() }
  }

  @inlinable
  func cancel() {
    state.withLock { $0.end() }.upstream.subscription?.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "demand": state.demand]
  }
}

/// The state of a `lazyMap(on:)` subscription. Pure: no lock, no outside call.
@usableFromInline
struct LazyMapState<Input, Downstream: Subscriber> {
  @usableFromInline typealias Target = (
    downstream: Downstream, transform: @Sendable (Input) -> Downstream.Input
  )

  /// The state of the block. There is at most one.
  @usableFromInline
  enum Phase {
    /// There is nothing to do.
    case idle
    /// A block has been scheduled.
    case scheduled
    /// A block runs.
    case running
    /// A block has scheduled the next.
    case rescheduling
    /// The next block ran inside `schedule`, and returned: the block that scheduled it continues.
    case ranInline
  }

  @usableFromInline var phase = Phase.idle
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var demand = Subscribers.Demand.none

  /// The newest element, unless a block has taken it.
  @usableFromInline var newest: Input?
  @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?

  /// Kept here, and not in the block, which a scheduler may retain long after a cancel.
  @usableFromInline var target: Target?

  /// The block has delivered an element.
  @usableFromInline var hasDelivered = false
  @usableFromInline var isOver = false

  @inlinable
  init() {}

  /// What a block does next.
  @usableFromInline
  enum Step {
    case deliver(Input, Target)
    case reschedule
    case complete(Subscribers.Completion<Downstream.Failure>, Target)
    case stop
  }

  @inlinable var hasElement: Bool { newest != nil && demand != .none }

  /// - Returns: Whether a block must be scheduled.
  @inlinable
  mutating func needsBlock() -> Bool {
    guard case .idle = phase, !isOver, hasElement || (newest == nil && completion != nil) else { return false }
    phase = .scheduled
    return true
  }

  /// Starts a block.
  ///
  /// - Returns: Whether it has something to do.
  @inlinable
  mutating func begin() -> Bool {
    switch phase {
    case .scheduled:
      phase = .running
      hasDelivered = false
      return true
    case .rescheduling:
      phase = .ranInline
      return false
    case .idle, .running, .ranInline: return false
    }
  }

  @inlinable
  mutating func next(adding more: Subscribers.Demand) -> Step {
    guard !isOver, let target else { return .stop }
    demand += more
    if hasElement {
      guard !hasDelivered else {
        phase = .rescheduling
        return .reschedule
      }
      guard let input = newest.take() else { return .stop }
      demand -= 1
      hasDelivered = true
      return .deliver(input, target)
    }
    if newest == nil, let completion {
      _ = end()
      return .complete(completion, target)
    }
    phase = .idle
    return .stop
  }

  /// Records that `schedule` has returned.
  ///
  /// - Returns: Whether this block must go on, because the next has already run inside `schedule`.
  @inlinable
  mutating func goesOn() -> Bool {
    switch phase {
    case .ranInline:
      phase = .running
      hasDelivered = false
      return true
    case .rescheduling:
      phase = .scheduled
      return false
    case .idle, .scheduled, .running: return false
    }
  }

  /// Ends the stream.
  ///
  /// - Returns: The former state, to be released outside the lock.
  @inlinable
  mutating func end() -> LazyMapState {
    let released = self
    self = LazyMapState()
    upstream = .terminated
    isOver = true
    return released
  }
}
