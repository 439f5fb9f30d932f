public import StreamCore
public import StreamParts
public import StreamSchedulers

/// Hands elements and the completion over to a scheduler in order, even on a concurrent scheduler: at most one block
/// drains the queue. It is downstream's subscription, and retains downstream only while a block is pending or running.
// Sendable: elements and downstream are handed over under the lock, to one block at a time; `options` is only read.
@usableFromInline
final class SchedulerDrain<Downstream: Subscriber, Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline let description: String
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let state = MirroredState(SchedulerDrainState<Downstream>())

  @inlinable
  init(_ description: String, to scheduler: Context, options: Context.SchedulerOptions?) {
    self.description = description
    self.scheduler = scheduler
    self.options = options
  }

  /// Stores the upstream subscription, or cancels it if there already is one.
  ///
  /// - Returns: Whether it was stored, so that downstream can be handed its subscription.
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = state.withLock { $0.attach(subscription) }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  @inlinable
  func schedule() {
    // A method, not a closure: a `@Sendable` closure would require `SendableMetatype` of the generic parameters.
    scheduler.schedule(options: options, run)
  }

  /// Drains one batch and, if elements remain, reschedules. A scheduler that runs blocks inside `schedule` is handled
  /// by this loop, not by recursion.
  @inlinable
  func run() {
    var batch = SchedulerDrainState<Downstream>.Batch()
    guard let downstream = state.withLock({ $0.begin(&batch) }) else { return }
    repeat {
      deliver(batch, to: downstream)
      batch.removeAll(keepingCapacity: true)
      let (action, released) = state.change { $0.finishBatch(&batch) }
      withExtendedLifetime(released) {}
      switch action {
      case .reschedule: schedule()
      case .complete(let completion): return downstream.receive(completion: completion)
      case .stop: return
      }
    } while state.withLock { $0.resume(&batch) }
  }

  @inlinable
  func deliver(_ batch: SchedulerDrainState<Downstream>.Batch, to downstream: Downstream) {
    for element in batch {
      guard state.mirror == 0 else { return }
      let more = downstream.receive(element)
      if more != .none { request(more) }
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.upstream.subscription }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    let released = state.change { $0.end() }
    released.upstream.subscription?.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "waiting": state.count]
  }
}

/// The subscriber that faces upstream.
@usableFromInline
struct ReceiveOnInner<Downstream: Subscriber, Context: Scheduler>: InnerSubscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let drain: SchedulerDrain<Downstream, Context>

  @inlinable
  init(downstream: Downstream, drain: SchedulerDrain<Downstream, Context>) {
    self.downstream = downstream
    self.drain = drain
  }

  @usableFromInline var description: String { drain.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream, "drain": drain] }

  @inlinable var combineIdentifier: CombineIdentifier { drain.combineIdentifier }

  // The subscription is handed over synchronously: only elements and the completion hop.
  @inlinable
  func receive(subscription: any Subscription) {
    guard drain.attach(subscription) else { return }
    downstream.receive(subscription: drain)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if enqueue(input) { drain.schedule() }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if enqueue(completion: completion) { drain.schedule() }
  }

  /// Enqueues an element.
  ///
  /// - Returns: Whether the drain must be started: scheduled or, by a stage already on the scheduler, run in place.
  @inlinable
  func enqueue(_ input: Downstream.Input) -> Bool {
    drain.state.withLock { $0.append(input, for: downstream) }
  }

  /// Enqueues the completion.
  ///
  /// - Returns: Whether the drain must be started.
  @inlinable
  func enqueue(completion: Subscribers.Completion<Downstream.Failure>) -> Bool {
    let (startsDrain, released) = drain.state.withLock { $0.append(completion, for: downstream) }
    withExtendedLifetime(released) {}
    return startsDrain
  }
}
