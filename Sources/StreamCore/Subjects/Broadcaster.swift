/// What the subjects are made of: sends values to all subscribers, in the order in which they subscribed, one value at a
/// time.
///
/// Whoever sends while nobody is delivering delivers; a value sent meanwhile, from inside a delivery or from another
/// thread, is left to the one who delivers, together with the subscribers of that moment (rule 3). The list of
/// subscribers is copied on write, so that subscribing and cancelling never wait for a delivery.
@usableFromInline
package final class Broadcaster<Output, Failure: Error>: Sendable {
  @usableFromInline typealias Conduits = ContiguousArray<SubjectConduit<Output, Failure>>

  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let description: String
  @usableFromInline let state: Locked<State>

  @usableFromInline
  struct State {
    @usableFromInline var conduits: Conduits = []
    @usableFromInline var isDelivering = false
    @usableFromInline var pending: [Delivery] = []
    @usableFromInline var completion: Completion?

    /// The newest value, for subjects that hold it.
    @usableFromInline var current: Output?

    @usableFromInline var lastTicket: UInt = 0
    @usableFromInline var upstreams: [any Subscription] = []
    @usableFromInline var hasDemand = false
  }

  @usableFromInline
  enum Delivery {
    case value(Output, Conduits)
    case replay(Output, SubjectConduit<Output, Failure>)
    case completion(Completion, Conduits)
  }

  /// - Parameters:
  ///   - description: What the subscriptions say of themselves.
  ///   - current: The value to begin with, for a subject that holds one.
  @usableFromInline
  package init(_ description: String, current: Output? = nil) {
    self.description = description
    state = Locked(State(current: current))
  }

  deinit {
    for upstream in state.value.upstreams { upstream.cancel() }
  }

  /// The newest value, of a subject that holds one.
  @inlinable package var current: Output {
    guard let current = state.withLock({ $0.current }) else {
      preconditionFailure("Only a subject that holds a value can be asked for it.")
    }
    return current
  }

  // MARK: Sending

  @inlinable
  package func send(_ value: Output) {
    // The value that is replaced goes outside the lock.
    var replaced: Output?
    let conduits: Conduits? = state.withLock { state in
      guard state.completion == nil else { return nil }
      if state.current != nil {
        replaced = state.current
        state.current = value
      }
      if state.isDelivering {
        state.pending.append(.value(value, state.conduits))
        return nil
      }
      guard !state.conduits.isEmpty else { return nil }
      state.isDelivering = true
      return state.conduits
    }
    withExtendedLifetime(replaced) {}
    guard let conduits else { return }
    for conduit in conduits { conduit.offer(value) }
    deliverPending()
  }

  @usableFromInline
  package func send(completion: Completion) {
    let (conduits, upstreams): (Conduits?, [any Subscription]) = state.withLock { state in
      guard state.completion == nil else { return (nil, []) }
      state.completion = completion
      let conduits = state.conduits
      let upstreams = state.upstreams
      state.conduits = []
      state.upstreams = []
      if state.isDelivering {
        state.pending.append(.completion(completion, conduits))
        return (nil, upstreams)
      }
      state.isDelivering = true
      return (conduits, upstreams)
    }
    if let conduits {
      for conduit in conduits { conduit.end(completion) }
      deliverPending()
    }
    // What still feeds the subject feeds nobody.
    for upstream in upstreams { upstream.cancel() }
  }

  /// Delivers what was sent during a delivery, then lets go of the right to deliver.
  @inlinable
  func deliverPending() {
    while let pending = takePending() {
      for delivery in pending {
        switch delivery {
        case .value(let value, let conduits):
          for conduit in conduits { conduit.offer(value) }
        case .replay(let value, let conduit):
          if conduit.isOwed { conduit.offer(value) }
        case .completion(let completion, let conduits):
          for conduit in conduits { conduit.end(completion) }
        }
      }
    }
  }

  @inlinable
  func takePending() -> [Delivery]? {
    state.withLock { state in
      if state.pending.isEmpty {
        state.isDelivering = false
        return nil
      }
      let pending = state.pending
      state.pending = []
      return pending
    }
  }

  // MARK: Subscribers

  @inlinable
  package func subscribe<Downstream: Subscriber>(_ downstream: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    subscribe(SpecializedSubscriber(downstream))
  }

  @usableFromInline
  func subscribe(_ downstream: SpecializedSubscriber<Output, Failure>) {
    typealias Conduit = SubjectConduit<Output, Failure>
    let (conduit, current, completion) = state.withLock { state -> (Conduit?, Output?, Completion?) in
      if let completion = state.completion { return (nil, nil, completion) }
      state.lastTicket += 1
      let subscription = SubjectSubscription(description, ticket: state.lastTicket, broadcaster: self)
      let conduit = Conduit(subscription, to: downstream)
      state.conduits.append(conduit)
      return (conduit, state.current, nil)
    }
    conduit?.greet(with: current)
    if let completion {
      let subscription = EndingSubscription()
      downstream.receiveSubscription(subscription)
      if !subscription.isCancelled { downstream.receiveCompletion(completion) }
    }
  }

  @usableFromInline
  func remove(_ subscription: SubjectSubscription<Output, Failure>) {
    let removed = state.withLock { state in
      state.conduits.position(of: subscription).map { state.conduits.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Notes that a subscriber wants values: asks the upstreams, the first time, and makes up for a value it has missed.
  @usableFromInline
  func subscriberRequested(_ subscription: SubjectSubscription<Output, Failure>, isGreeted: Bool) {
    let upstreams: [any Subscription] = state.withLock { state in
      if state.hasDemand { return [] }
      state.hasDemand = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
    if isGreeted { replay(to: subscription) }
  }

  @usableFromInline
  func replay(to subscription: SubjectSubscription<Output, Failure>) {
    let replay: (Output, SubjectConduit<Output, Failure>)? = state.withLock { state in
      guard let current = state.current, let index = state.conduits.position(of: subscription) else { return nil }
      let conduit = state.conduits[index]
      if state.isDelivering {
        state.pending.append(.replay(current, conduit))
        return nil
      }
      state.isDelivering = true
      return (current, conduit)
    }
    guard let (value, conduit) = replay else { return }
    if conduit.isOwed { conduit.offer(value) }
    deliverPending()
  }

  // MARK: Upstreams

  @usableFromInline
  package func attach(_ upstream: any Subscription) {
    var ended: [any Subscription] = []
    let hasDemand: Bool? = state.withLock { state in
      guard state.completion == nil else { return nil }
      // A subject that is connected again and again would else keep every connection there has been.
      let end = state.upstreams.partition { ($0 as? any EndingConnection)?.hasEnded == true }
      ended = Array(state.upstreams[end...])
      state.upstreams.removeSubrange(end...)
      state.upstreams.append(upstream)
      return state.hasDemand
    }
    withExtendedLifetime(ended) {}
    guard let hasDemand else { return upstream.cancel() }
    if hasDemand { upstream.request(.unlimited) }
  }
}

extension ContiguousArray {
  /// Finds a conduit, in an order that is that of the tickets.
  func position<Output, Failure: Error>(of subscription: SubjectSubscription<Output, Failure>) -> Int?
  where Element == SubjectConduit<Output, Failure> {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].subscription.ticket < subscription.ticket { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].subscription === subscription ? low : nil
  }
}
