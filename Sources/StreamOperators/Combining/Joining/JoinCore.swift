public import StreamCore
public import StreamParts

/// Joins the elements of several publishers: those of the same place, or the latest of each. It knows the sides by how
/// much they hold, and joins by a closure, so that it serves any number of sides of any types.
// Sendable: `downstream` is called by one thread at a time, as `isDelivering` says; all else is under the lock.
@usableFromInline
final class JoinCore<Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let policy: JoinPolicy
  @usableFromInline let handle: SubscriptionHandle
  @usableFromInline let state = Locked(State())

  @inlinable
  init(_ policy: JoinPolicy, to downstream: Downstream) {
    self.policy = policy
    self.downstream = downstream
    handle = SubscriptionHandle(policy.name)
    handle.attach(to: self)
  }

  @usableFromInline var description: String { handle.description }

  /// Hands downstream its subscription; the sides are to be subscribed next.
  ///
  /// - Parameters:
  ///   - sides: All sides.
  ///   - join: Takes an element of each side, under the lock.
  @inlinable
  func begin(_ sides: [JoinSideBase], join: @escaping () -> Downstream.Input) {
    state.withLock { state in
      state.sides = ContiguousArray(sides.map { State.Side($0) })
      state.emptySideCount = sides.count
      state.join = join
    }
    downstream.receive(subscription: handle)
  }

  // MARK: Sides

  @usableFromInline
  func attach(_ subscription: any Subscription, to side: Int) {
    let demand: Subscribers.Demand? = state.withLock { state in
      guard !state.isEnded, state.sides[side].upstream.attach(subscription) else { return nil }
      return state.demand
    }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// Delivers all there is to deliver, if nobody else does.
  ///
  /// - Parameters:
  ///   - side: The side that has got an element, and that is asked for more by what this returns.
  ///   - hold: Adds the element to what the side holds; returns how much that is.
  /// - Returns: What downstream has asked for meanwhile.
  @inlinable
  func deliver(for side: Int, hold: () -> Int) -> Subscribers.Demand {
    var superseded: Downstream.Input?
    let step: Step = state.withLock { state in
      guard !state.isEnded, state.sides[side].upstream.isActive else { return .nothing }
      let count = hold()
      if state.sides[side].count == 0 { state.emptySideCount -= 1 }
      state.sides[side].count = count
      superseded = state.joinReady(policy)
      return state.isDelivering ? .nothing : state.next(policy)
    }
    withExtendedLifetime(superseded) {}
    return deliver(step, returningTo: side)
  }

  @inlinable
  func deliver(_ first: Step, returningTo side: Int?) -> Subscribers.Demand {
    var step = first
    var returned = Subscribers.Demand.none
    while case .value(let value) = step {
      let more = downstream.receive(value)
      if more != .none {
        returned += more
        for upstream in state.withLock({ $0.add(more, except: side) }) { upstream.request(more) }
      }
      step = state.withLock { $0.next(policy) }
    }
    if case .completion(let completion, let released) = step {
      released?.cancel()
      complete(completion)
    }
    return returned
  }

  @usableFromInline
  func finish(_ side: Int) {
    let (ended, step) = state.withLock { state -> (SubscriptionObject?, Step) in
      guard !state.isEnded, let ended = state.endSide(side) else { return (nil, .nothing) }
      return (ended, state.isDelivering ? .nothing : state.next(policy))
    }
    withExtendedLifetime(ended) {}
    _ = deliver(step, returningTo: nil)
  }

  @usableFromInline
  func fail(_ side: Int, with failure: Failure) {
    let (ended, released) = state.withLock { state -> (SubscriptionObject?, Released?) in
      guard !state.isEnded, let ended = state.endSide(side) else { return (nil, nil) }
      // Whoever delivers tells downstream, after the value under way.
      if state.isDelivering { state.failure = failure }
      return (ended, state.end(isMine: !state.isDelivering))
    }
    withExtendedLifetime(ended) {}
    guard let released else { return }
    released.cancel()
    if released.isMine { complete(.failure(failure)) }
  }

  // MARK: Downstream

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let upstreams = state.withLock { $0.add(demand, except: nil) }
    for upstream in upstreams { upstream.request(demand) }
    // What a side delivered beyond its demand may be waiting.
    let step: Step = state.withLock { $0.isDelivering || $0.isEnded ? .nothing : $0.next(policy) }
    _ = deliver(step, returningTo: nil)
  }

  @usableFromInline
  func cancel() {
    // A failure that waits for the value under way does not reach a downstream that has cancelled (rule 5).
    let (failure, released) = state.withLock { state in
      (state.failure.take(), state.isEnded ? nil : state.end(isMine: false))
    }
    withExtendedLifetime(failure) {}
    released?.cancel()
    handle.detach()
  }

  @usableFromInline
  func complete(_ completion: Subscribers.Completion<Failure>) {
    handle.detach()
    downstream.receive(completion: completion)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": downstream, "demand": state.demand, "upstreams": state.sides.map(\.upstream)]
  }
}
