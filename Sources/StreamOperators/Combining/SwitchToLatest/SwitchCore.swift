public import StreamCore
public import StreamParts

/// Passes on what the latest of several publishers delivers. Upstream, the publishers and downstream may each be on a
/// thread of its own.
// Sendable: `downstream` is called by one thread at a time, as `isDelivering` says; all else is under the lock.
@usableFromInline
final class SwitchCore<Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let handle = SubscriptionHandle("SwitchToLatest")
  @usableFromInline let state = Locked(State())

  @inlinable
  init(to downstream: Downstream) {
    self.downstream = downstream
  }

  @usableFromInline var description: String { handle.description }

  // MARK: The publisher of the publishers

  @usableFromInline
  func attachOuter(_ subscription: any Subscription) {
    guard state.withLock({ $0.outer.attach(subscription) }) else { return subscription.cancel() }
    handle.attach(to: self)
    downstream.receive(subscription: handle)
    state.withLock { $0.outer.subscription }?.request(.unlimited)
  }

  /// Makes way for the next publisher, which is then to be subscribed to: cancels the previous one, and drops what of it
  /// is waiting. Nothing of it is delivered afterwards, but for a value that is under way on another thread.
  ///
  /// - Returns: The subscriber for the next; `nil` once the stream has ended.
  @inlinable
  func makeSide() -> SwitchSide<Downstream>? {
    let (turn, previous, dropped) = state.withLock { state in state.beginTurn() }
    previous?.cancel()
    withExtendedLifetime(dropped) {}
    return turn.map { SwitchSide(core: self, turn: $0) }
  }

  @usableFromInline
  func completeOuter(_ completion: Subscribers.Completion<Failure>) {
    end(with: completion) { $0.outer.terminate() }
  }

  // MARK: The latest publisher

  @inlinable
  func attach(_ subscription: any Subscription, turn: Int) {
    let outstanding: Subscribers.Demand? = state.withLock { state in
      guard state.turn == turn, state.isAwaitingInner else { return nil }
      state.isAwaitingInner = false
      state.inner = object(of: subscription)
      return state.demand
    }
    guard let outstanding else { return subscription.cancel() }
    if outstanding != .none { subscription.request(outstanding) }
  }

  @inlinable @inline(__always)
  func receive(_ value: Input, turn: Int) -> Subscribers.Demand {
    guard state.withLock({ $0.offer(value, turn: turn) }) else { return .none }
    return deliver(value, returningTo: turn)
  }

  @inlinable
  func complete(_ completion: Subscribers.Completion<Failure>, turn: Int) {
    end(with: completion) { state in state.turn == turn ? state.inner.take() : nil }
  }

  /// Ends one of the upstreams, and with it the stream if it has failed, or was the last.
  ///
  /// - Parameters:
  ///   - completion: How it has ended.
  ///   - detach: Takes out its subscription; `nil` if its signals do not count.
  @inlinable
  func end(with completion: Subscribers.Completion<Failure>, detach: (inout State) -> SubscriptionObject?) {
    let (ended, released, isMine) = state.withLock { state -> (SubscriptionObject?, State.Released?, Bool) in
      guard let ended = detach(&state) else { return (nil, nil, false) }
      if case .finished = completion {
        return (ended, nil, state.finishes())
      }
      // Whoever delivers tells downstream, after the value under way.
      if state.isDelivering { state.completion = completion }
      return (ended, state.end(), !state.isDelivering)
    }
    withExtendedLifetime(ended) {}
    released?.cancel()
    if isMine { complete(completion) }
  }

  // MARK: Downstream

  /// Delivers a value, and all that comes meanwhile.
  ///
  /// - Returns: What downstream has asked for, as far as the publisher that is named is the one to be asked.
  @inlinable
  func deliver(_ first: Input, returningTo turn: Int) -> Subscribers.Demand {
    var value = first
    var returned = Subscribers.Demand.none
    while true {
      let more = downstream.receive(value)
      let (step, inner) = state.withLock { $0.next(adding: more, returningTo: turn, &returned) }
      inner?.request(more)
      switch step {
      case .value(let next): value = next
      case .completion(let completion):
        complete(completion)
        return returned
      case .nothing: return returned
      }
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.add(demand) }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    // A failure that waits for the value under way does not reach a downstream that has cancelled (rule 5).
    let (completion, released) = state.withLock { state in (state.completion.take(), state.end()) }
    withExtendedLifetime(completion) {}
    released.cancel()
    handle.detach()
  }

  @usableFromInline
  func complete(_ completion: Subscribers.Completion<Failure>) {
    handle.detach()
    downstream.receive(completion: completion)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return [
      "downstream": downstream, "upstream": state.outer, "latest": state.inner as Any, "demand": state.demand,
    ]
  }
}

/// The subscriber of one publisher: its signals count as long as it is the latest.
@usableFromInline
struct SwitchSide<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: SwitchCore<Downstream>
  @usableFromInline let turn: Int

  @inlinable
  init(core: SwitchCore<Downstream>, turn: Int) {
    self.core = core
    self.turn = turn
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: core.downstream) }

  @usableFromInline var description: String { core.description }

  @inlinable var combineIdentifier: CombineIdentifier { core.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    core.attach(subscription, turn: turn)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    core.receive(input, turn: turn)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.complete(completion, turn: turn)
  }
}
