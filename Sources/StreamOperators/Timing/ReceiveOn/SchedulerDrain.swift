public import StreamCore
public import StreamSchedulers
public import Synchronization

/// Carries elements and the completion over to a scheduler, in order, whatever the scheduler does. It is the
/// subscription that downstream gets, and knows downstream only while it has something to deliver.
// Sendable: elements and downstream are handed over under the lock, to one block at a time; `options` is only read.
@usableFromInline
final class SchedulerDrain<Downstream: Subscriber, Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline let description: String
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let state = Locked(SchedulerDrainState<Downstream>())

  /// Follows `state`, for the block that delivers a batch without entering the lock.
  @usableFromInline let isCancelled = SharedWord(false)

  @inlinable
  init(_ description: String, to scheduler: Context, options: Context.SchedulerOptions?) {
    self.description = description
    self.scheduler = scheduler
    self.options = options
  }

  /// Takes the upstream's subscription, or cancels it if there has been one before.
  ///
  /// - Returns: Whether it was taken, so that downstream is to be told.
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = state.withLock { $0.attach(subscription) }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  @inlinable
  func schedule() {
    // The method, not a closure, which could not be `@Sendable` without asking the same of the types' metatypes.
    scheduler.schedule(options: options, run)
  }

  /// What a block does: delivers a batch, and if more waits, gives the scheduler another block. A scheduler that runs
  /// blocks inside `schedule` gets a loop of it, not a recursion.
  @inlinable
  func run() {
    var batch = SchedulerDrainState<Downstream>.Batch()
    guard let downstream = state.withLock({ $0.begin(&batch) }) else { return }
    repeat {
      deliver(batch, to: downstream)
      batch.removeAll(keepingCapacity: true)
      let (step, released) = state.withLock { $0.finishBatch(&batch) }
      withExtendedLifetime(released) {}
      switch step {
      case .reschedule: schedule()
      case .complete(let completion): return downstream.receive(completion: completion)
      case .stop: return
      }
    } while state.withLock { $0.resume(&batch) }
  }

  @inlinable
  func deliver(_ batch: SchedulerDrainState<Downstream>.Batch, to downstream: Downstream) {
    for element in batch {
      guard !isCancelled.load(ordering: .acquiring) else { return }
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
    isCancelled.store(true, ordering: .releasing)
    let released = state.withLock { $0.end() }
    released.upstream.subscription?.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "waiting": state.count]
  }
}

/// The side of a hop that faces upstream.
@usableFromInline
struct ReceiveOnInner<Downstream: Subscriber, Context: Scheduler>: InnerSubscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let hop: SchedulerDrain<Downstream, Context>

  @inlinable
  init(downstream: Downstream, hop: SchedulerDrain<Downstream, Context>) {
    self.downstream = downstream
    self.hop = hop
  }

  @usableFromInline var description: String { hop.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream, "hop": hop] }

  @inlinable var combineIdentifier: CombineIdentifier { hop.combineIdentifier }

  // Told at once, where upstream tells us: only values and the completion hop.
  @inlinable
  func receive(subscription: any Subscription) {
    guard hop.attach(subscription) else { return }
    downstream.receive(subscription: hop)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if enqueue(input) { hop.schedule() }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if enqueue(completion: completion) { hop.schedule() }
  }

  /// Adds an element to those that wait.
  ///
  /// - Returns: Whether the hop is to be run: scheduled, or, by a stage that runs on the scheduler, right there.
  @inlinable
  func enqueue(_ input: Downstream.Input) -> Bool {
    hop.state.withLock { $0.append(input, for: downstream) }
  }

  /// Adds the end to what waits.
  ///
  /// - Returns: Whether the hop is to be run.
  @inlinable
  func enqueue(completion: Subscribers.Completion<Downstream.Failure>) -> Bool {
    let (isToRun, released) = hop.state.withLock { $0.append(completion, for: downstream) }
    withExtendedLifetime(released) {}
    return isToRun
  }
}
