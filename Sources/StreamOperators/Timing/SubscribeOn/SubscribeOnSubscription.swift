public import StreamCore
public import StreamParts
public import StreamSchedulers

/// The subscription of `subscribe(on:)`: calls upstream on the scheduler. It references downstream only in the closure
/// that subscribes.
// Sendable: mutable state is under the lock; `options` is only read.
@usableFromInline
final class SubscribeOnSubscription<Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let state = MirroredState(SubscribeOnState())

  @usableFromInline
  init(to scheduler: Context, options: Context.SchedulerOptions?) {
    self.scheduler = scheduler
    self.options = options
  }

  @usableFromInline var description: String { "SubscribeOn" }

  @inlinable var isActive: Bool { state.mirror != 0 }

  /// Hands downstream its subscription, and then subscribes on the scheduler.
  ///
  /// Combine hands it over later, when upstream's arrives. Handing ours over first lets downstream cancel the
  /// subscribing.
  @usableFromInline
  func handOver(to downstream: some Subscriber, subscribe: @escaping () -> Void) {
    state.withLock { $0.subscribe = subscribe }
    downstream.receive(subscription: self)
    if state.withLock({ !$0.isCancelled }) { scheduler.schedule(options: options, work) }
  }

  /// The work of a block, one block at a time: subscribes, then requests until no demand is pending.
  @usableFromInline
  func work() {
    let thread = currentThread()
    state.withLock { $0.begin(on: thread) }?()
    while let (upstream, demand) = state.withLock({ $0.nextRequest() }) {
      upstream.request(demand)
    }
  }

  // MARK: Upstream

  /// Stores the upstream subscription; cancels it if it is late or a second one.
  @usableFromInline
  func attach(_ subscription: any Subscription) {
    let (isTaken, demand, needsRequest) = state.change { state -> (Bool, Subscribers.Demand?, Bool) in
      guard !state.isCancelled, state.upstream.attach(subscription) else { return (false, nil, false) }
      return (true, state.requestAtAttachment(on: currentThread()), state.mustScheduleRequest())
    }
    guard isTaken else { return subscription.cancel() }
    if let demand { subscription.request(demand) }
    if needsRequest { scheduler.schedule(options: options, work) }
  }

  /// Terminates the stream, because upstream has completed.
  ///
  /// - Returns: Whether it had not ended before.
  @usableFromInline
  func terminate() -> Bool {
    let upstream = state.change { $0.terminate() }
    return upstream != nil
  }

  /// Cancels upstream synchronously, if downstream has cancelled and this call is inside a request of the block.
  /// Scheduling the cancel would not do: an endless upstream inside `request` would keep the scheduler from running it.
  ///
  /// - Returns: Whether upstream was cancelled here.
  @discardableResult
  @usableFromInline
  func cancelUpstreamInsideRequest() -> Bool {
    guard let upstream = state.change({ $0.takeCancelled(on: currentThread()) }) else { return false }
    upstream.cancel()
    return true
  }

  func cancelUpstream() {
    state.change { $0.upstream.terminate() }?.cancel()
  }

  // MARK: Downstream

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let needsRequest = state.withLock { state in
      state.demand += demand
      return state.mustScheduleRequest()
    }
    if needsRequest { scheduler.schedule(options: options, work) }
  }

  @usableFromInline
  func cancel() {
    let (subscribe, mustCancelUpstream) = state.change { $0.cancel() }
    withExtendedLifetime(subscribe) {}
    guard mustCancelUpstream, !cancelUpstreamInsideRequest() else { return }
    scheduler.schedule(options: options, cancelUpstream)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "demand": state.demand]
  }
}
