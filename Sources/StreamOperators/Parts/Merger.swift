public import StreamCore
public import Synchronization

/// Merges what any number of upstreams deliver, on any threads, into one serial stream within downstream's demand. It
/// serves the operators that subscribe to publishers which come as values, or which are given at the outset.
///
/// A child is asked for everything if downstream has asked for everything, and else for one value at a time, so that at
/// most one value a child is buffered. While one thread delivers, others only add to the buffer (rule 3).
// Sendable: `downstream` is called by one thread at a time, as `isDelivering` says; all else is under the lock.
@usableFromInline
package final class Merger<Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline let handle: SubscriptionHandle
  @usableFromInline let state = Locked(State())

  /// Follows `state`, for the value path: whether the publisher of the children has begun, and neither it nor the stream
  /// has ended.
  @usableFromInline let outerFlows = SharedWord(false)

  @usableFromInline
  package init(_ description: String, to downstream: Downstream) {
    self.downstream = downstream
    handle = SubscriptionHandle(description)
  }

  @usableFromInline package var description: String { handle.description }

  /// Hands downstream its subscription.
  @inlinable
  package func begin() {
    handle.attach(to: self)
    downstream.receive(subscription: handle)
  }

  // MARK: Children that are given at the outset

  /// Merges the publishers that `body` subscribes the merger to, and no others.
  ///
  /// - Parameters:
  ///   - downstream: Where the values go.
  ///   - body: Subscribes the merger to each publisher.
  @inlinable
  package static func merge(to downstream: Downstream, _ body: (Merger) -> Void) {
    let merger = Merger("Merge", to: downstream)
    merger.begin()
    body(merger)
    merger.finishOuter()
  }

  /// Makes a publisher a child, unless the stream has ended.
  @inlinable
  package func subscribe<Upstream: Publisher>(to upstream: Upstream)
  where Upstream.Output == Input, Upstream.Failure == Failure {
    if let child = makeChild() { upstream.subscribe(child) }
  }

  // MARK: The publisher of the children

  /// Takes the subscription of the publisher whose values become children.
  ///
  /// - Parameters:
  ///   - subscription: The subscription; one too many, or one too late, is cancelled.
  ///   - limit: How many children may run at once.
  @usableFromInline
  package func attachOuter(_ subscription: any Subscription, limit: Subscribers.Demand) {
    let isFirst = state.withLock { state in
      guard state.outer.attach(subscription) else { return false }
      state.replacesChildren = limit != .unlimited
      outerFlows.store(true, ordering: .releasing)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    begin()
    if limit != .none { state.withLock { $0.outer.subscription }?.request(limit) }
  }

  /// Whether the publisher of the children has begun and not ended, so that its signals count.
  @inlinable package var hasOuter: Bool { outerFlows.load(ordering: .acquiring) }

  /// Says that no more children will come.
  @usableFromInline
  package func finishOuter() {
    let (released, isComplete) = state.withLock { state -> (SubscriptionObject?, Bool) in
      guard !state.isEnded else { return (nil, false) }
      state.expectsChildren = false
      outerFlows.store(false, ordering: .releasing)
      return (state.outer.terminate(), state.completes())
    }
    withExtendedLifetime(released) {}
    if isComplete { complete(.finished) }
  }

  /// Ends the stream with the failure of the publisher of the children.
  @usableFromInline
  package func failOuter(_ failure: Failure) {
    end(with: failure) { $0.outer.terminate() }
  }

  // MARK: Children

  /// Makes room for a child, which is then to be subscribed to its publisher; `nil` once the stream has ended.
  @inlinable
  package func makeChild() -> Child? {
    state.withLock { state in
      guard !state.isEnded else { return nil }
      return Child(merger: self, index: state.addChild(), ticket: state.lastTicket)
    }
  }

  @inlinable
  func attach(_ subscription: any Subscription, of child: Child) {
    let demand: Subscribers.Demand? = state.withLock { state in
      guard !state.isEnded, state.children[child.index].attach(subscription, ticket: child.ticket) else { return nil }
      return state.demand == .unlimited ? .unlimited : .max(1)
    }
    guard let demand else { return subscription.cancel() }
    subscription.request(demand)
  }

  @inlinable @inline(__always)
  func receive(_ value: Input, from child: Child) -> Subscribers.Demand {
    switch state.withLock({ $0.offer(value, from: child) }) {
    case .ignore: return .none
    case .wait: return .none
    case .deliver(let isUnbounded):
      let more = downstream.receive(value)
      deliverBuffered(adding: more)
      return isUnbounded ? .none : .max(1)
    }
  }

  @inlinable
  func finish(_ child: Child) {
    let (released, outer, isComplete) = state.withLock { state -> (SubscriptionObject?, SubscriptionObject?, Bool) in
      guard !state.isEnded, let released = state.removeChild(child) else { return (nil, nil, false) }
      return (released, state.replacesChildren ? state.outer.subscription : nil, state.completes())
    }
    withExtendedLifetime(released) {}
    if isComplete { complete(.finished) } else { outer?.request(.max(1)) }
  }

  @usableFromInline
  func fail(_ child: Child, with failure: Failure) {
    end(with: failure) { $0.removeChild(child) }
  }

  /// Ends the stream with a failure: cancels the other upstreams, drops what is buffered, and fails downstream.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - detach: Takes out the subscription of the upstream that has failed; `nil` if its signals do not count.
  private func end(with failure: Failure, detach: (inout State) -> SubscriptionObject?) {
    let (failed, released, isMine) = state.withLock { state -> (SubscriptionObject?, State.Released?, Bool) in
      guard !state.isEnded, let failed = detach(&state) else { return (nil, nil, false) }
      let released = state.end()
      outerFlows.store(false, ordering: .releasing)
      // Whoever delivers tells downstream, after the value under way.
      if state.isDelivering { state.failure = failure }
      return (failed, released, !state.isDelivering)
    }
    withExtendedLifetime(failed) {}
    guard let released else { return }
    released.cancel()
    if isMine { complete(.failure(failure)) }
  }

  // MARK: Downstream

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    if demand != .none, state.withLock({ $0.add(demand) }) { deliverBuffered(adding: .none) }
  }

  @usableFromInline
  package func cancel() {
    // A failure that waits for the value under way does not reach a downstream that has cancelled (rule 5).
    let (failure, released) = state.withLock { state in
      outerFlows.store(false, ordering: .releasing)
      return (state.failure.take(), state.isEnded ? nil : state.end())
    }
    withExtendedLifetime(failure) {}
    released?.cancel()
    handle.detach()
  }

  /// Delivers what is buffered, as long as there is demand; then lets go of the right to deliver.
  @inlinable
  func deliverBuffered(adding demand: Subscribers.Demand) {
    var more = demand
    while true {
      switch state.withLock({ $0.next(adding: more) }) {
      case .nothing:
        return
      case .value(let value, let child):
        more = downstream.receive(value)
        child?.request(.max(1))
      case .unbound(let children):
        for child in children { child.request(.unlimited) }
        return
      case .completion(let completion):
        return complete(completion)
      }
    }
  }

  @usableFromInline
  func complete(_ completion: Subscribers.Completion<Failure>) {
    handle.detach()
    downstream.receive(completion: completion)
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return [
      "downstream": downstream, "demand": state.demand, "buffered": state.buffer.count,
      "children": state.runningCount,
    ]
  }
}

extension Merger {
  /// The subscriber of one child: a value, so that a child costs no object.
  @usableFromInline
  package struct Child: StageSubscriber {
    @usableFromInline let merger: Merger
    @usableFromInline let index: Int
    @usableFromInline let ticket: UInt

    @usableFromInline package typealias Input = Downstream.Input
    @usableFromInline package typealias Failure = Downstream.Failure

    @inlinable
    init(merger: Merger, index: Int, ticket: UInt) {
      self.merger = merger
      self.index = index
      self.ticket = ticket
    }

    @inlinable package var combineIdentifier: CombineIdentifier { merger.combineIdentifier }

    @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: merger.downstream) }

    @usableFromInline package var description: String { merger.description }

    @inlinable
    package func receive(subscription: any Subscription) {
      merger.attach(subscription, of: self)
    }

    @inlinable @inline(__always)
    package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
      merger.receive(input, from: self)
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      switch completion {
      case .finished: merger.finish(self)
      case .failure(let error): merger.fail(self, with: error)
      }
    }
  }
}
