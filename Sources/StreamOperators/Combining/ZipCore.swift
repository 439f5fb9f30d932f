public import StreamCore

/// Puts the elements of several publishers together by their place. It knows the sides by what they have queued, and
/// makes a value by a closure, so that it serves any number of sides of any types.
// Sendable: `downstream` is called by one thread at a time, as `isDelivering` says; all else is under the lock.
@usableFromInline
final class ZipCore<Downstream: Subscriber>: Subscription, SubscriptionDescription, @unchecked Sendable {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let handle = DetachableSubscription("Zip")
  @usableFromInline let state = Locked(State())

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
    handle.attach(to: self)
  }

  @usableFromInline var description: String { handle.description }

  /// Hands downstream its subscription; the sides are to be subscribed next.
  ///
  /// - Parameters:
  ///   - sides: All sides.
  ///   - take: Takes an element of each side, under the lock.
  @inlinable
  func begin(_ sides: [ZipSideBase], take: @escaping () -> Downstream.Input) {
    state.withLock { state in
      state.sides = sides
      state.emptySideCount = sides.count
      state.take = take
    }
    downstream.receive(subscription: handle)
  }

  // MARK: Sides

  @usableFromInline
  func attach(_ subscription: any Subscription, to side: ZipSideBase) {
    let demand: Subscribers.Demand? = state.withLock { state in
      guard !state.isEnded, side.upstream.attach(subscription) else { return nil }
      return state.demand
    }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// Delivers all there is to deliver, if nobody else does.
  ///
  /// - Parameters:
  ///   - side: The side that has got an element, and that is asked for more by what this returns.
  ///   - enqueue: Adds the element to the side's queue.
  /// - Returns: What downstream has asked for meanwhile.
  @inlinable
  func deliver(for side: ZipSideBase, enqueue: () -> Void) -> Subscribers.Demand {
    let step: Step = state.withLock { state in
      guard !state.isEnded, side.upstream.subscription != nil else { return .nothing }
      enqueue()
      side.count += 1
      if side.count == 1 { state.emptySideCount -= 1 }
      return state.isDelivering ? .nothing : state.next()
    }
    return deliver(step, returningTo: side)
  }

  @inlinable
  func deliver(_ first: Step, returningTo side: ZipSideBase?) -> Subscribers.Demand {
    var step = first
    var returned = Subscribers.Demand.none
    while case .value(let value) = step {
      let more = downstream.receive(value)
      if more != .none {
        returned += more
        for upstream in state.withLock({ $0.add(more, except: side) }) { upstream.request(more) }
      }
      step = state.withLock { $0.next() }
    }
    if case .completion(let completion, let released) = step {
      released?.cancel()
      complete(completion)
    }
    return returned
  }

  @usableFromInline
  func finish(_ side: ZipSideBase) {
    let (ended, step) = state.withLock { state -> ((any Subscription)?, Step) in
      guard !state.isEnded, let ended = side.upstream.terminate() else { return (nil, .nothing) }
      return (ended, state.isDelivering ? .nothing : state.next())
    }
    withExtendedLifetime(ended) {}
    _ = deliver(step, returningTo: nil)
  }

  @usableFromInline
  func fail(_ side: ZipSideBase, with failure: Failure) {
    let (ended, released) = state.withLock { state -> ((any Subscription)?, Released?) in
      guard !state.isEnded, let ended = side.upstream.terminate() else { return (nil, nil) }
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
    let upstreams = state.withLock { $0.add(demand, except: nil) }
    for upstream in upstreams { upstream.request(demand) }
    // What a side delivered beyond its demand may be waiting.
    let step: Step = state.withLock { $0.isDelivering || $0.isEnded ? .nothing : $0.next() }
    _ = deliver(step, returningTo: nil)
  }

  @usableFromInline
  func cancel() {
    handle.detach()
    let released = state.withLock { state -> Released? in
      // A failure that waits for the value under way does not reach a downstream that has cancelled (rule 5).
      state.failure = nil
      return state.isEnded ? nil : state.end(isMine: false)
    }
    released?.cancel()
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
