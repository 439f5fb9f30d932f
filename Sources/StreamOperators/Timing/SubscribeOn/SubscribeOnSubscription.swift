public import StreamCore
public import StreamSchedulers
public import Synchronization

/// The subscription of `subscribe(on:)`: it deals with upstream on the scheduler, and knows nothing of downstream but
/// what it takes to subscribe.
// Sendable: all is under the lock but `options`, which is only read.
@usableFromInline
final class SubscribeOnSubscription<Context: Scheduler>: StageSubscription, @unchecked Sendable {
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  let state = Locked(SubscribeOnState())

  /// Follows `state`, for the value path: whether upstream's signals count.
  @usableFromInline let flowing = SharedWord(false)

  @usableFromInline
  init(to scheduler: Context, options: Context.SchedulerOptions?) {
    self.scheduler = scheduler
    self.options = options
  }

  @usableFromInline var description: String { "SubscribeOn" }

  @inlinable var isFlowing: Bool { flowing.load(ordering: .acquiring) }

  /// Hands downstream its subscription, and subscribes on the scheduler.
  ///
  /// Combine hands it over later, when it gets upstream's. With ours, downstream can call the subscribing off.
  @usableFromInline
  func begin(telling downstream: some Subscriber, subscribe: @escaping () -> Void) {
    state.withLock { $0.subscribe = subscribe }
    downstream.receive(subscription: self)
    if state.withLock({ !$0.isCancelled }) { scheduler.schedule(options: options, work) }
  }

  /// What a block does, one at a time: subscribes, and asks for what downstream wants until it wants no more.
  @usableFromInline
  func work() {
    let thread = currentThread()
    state.withLock { $0.begin(on: thread) }?()
    while let (upstream, demand) = state.withLock({ $0.nextRequest() }) {
      upstream.request(demand)
    }
  }

  // MARK: Upstream

  /// Takes the upstream's subscription; cancels it if it comes too late, or is one too many.
  @usableFromInline
  func attach(_ subscription: any Subscription) {
    let (isTaken, demand, isToAsk) = state.withLock { state -> (Bool, Subscribers.Demand?, Bool) in
      guard !state.isCancelled, state.upstream.attach(subscription) else { return (false, nil, false) }
      flowing.store(true, ordering: .releasing)
      return (true, state.requestAtAttachment(on: currentThread()), state.mustScheduleRequest())
    }
    guard isTaken else { return subscription.cancel() }
    if let demand { subscription.request(demand) }
    if isToAsk { scheduler.schedule(options: options, work) }
  }

  /// Ends the stream, for upstream has.
  ///
  /// - Returns: Whether it had not ended before.
  @usableFromInline
  func terminate() -> Bool {
    let upstream = state.withLock { state in
      flowing.store(false, ordering: .releasing)
      return state.terminate()
    }
    return upstream != nil
  }

  /// Cancels upstream at once, if downstream has cancelled and this is a delivery from inside a request. To schedule it
  /// would not do: if upstream has no end, the scheduler never comes to it.
  ///
  /// - Returns: Whether upstream had to be cancelled, and has been.
  @discardableResult
  @usableFromInline
  func cancelUpstreamInsideRequest() -> Bool {
    guard let upstream = state.withLock({ $0.takeCancelled(on: currentThread()) }) else { return false }
    upstream.cancel()
    return true
  }

  func cancelUpstream() {
    state.withLock { $0.upstream.terminate() }?.cancel()
  }

  // MARK: Downstream

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let isToAsk = state.withLock { state in
      state.demand += demand
      return state.mustScheduleRequest()
    }
    if isToAsk { scheduler.schedule(options: options, work) }
  }

  @usableFromInline
  func cancel() {
    let (subscribe, isToCancelUpstream) = state.withLock { state in
      flowing.store(false, ordering: .releasing)
      return state.cancel()
    }
    withExtendedLifetime(subscribe) {}
    guard isToCancelUpstream, !cancelUpstreamInsideRequest() else { return }
    scheduler.schedule(options: options, cancelUpstream)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream, "demand": state.demand]
  }
}
