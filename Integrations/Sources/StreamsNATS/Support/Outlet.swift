internal import DequeModule
internal import IntegrationParts
internal import StreamCore

/// What delivers to a downstream: values that any thread sends, one after the other, as many as are requested.
///
/// The first sender becomes the drain thread; values that arrive during a delivery are queued and delivered by it
/// (rule 3). Until ``open()``, which ends the handover of the subscription, everything is queued.
// Sendable: the state is under its lock; downstream is called by the drain thread alone.
final class Outlet<Downstream: Subscriber, Tag>: @unchecked Sendable {
  fileprivate struct State {
    var downstream: Downstream?
    var demand = Subscribers.Demand.none
    var queue = Deque<(Downstream.Input, Tag)>()
    var completion: Subscribers.Completion<Downstream.Failure>?
    var isDraining = true
  }

  fileprivate enum Step {
    case value(Downstream, Downstream.Input, Tag)
    case completion(Downstream, Subscribers.Completion<Downstream.Failure>)
  }

  private let state: Lock<State>

  /// Called after downstream has taken a value, with what it asked for in return.
  private let taken: (Tag, Subscribers.Demand) -> Void

  init(to downstream: Downstream, taken: @escaping (Tag, Subscribers.Demand) -> Void) {
    state = Lock(State(downstream: downstream))
    self.taken = taken
  }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  func open() {
    drain()
  }

  /// Adds to the demand, and delivers what is queued for it.
  func request(_ demand: Subscribers.Demand) {
    let drains = state.withLock { state in
      guard state.downstream != nil else { return false }
      state.demand += demand
      return state.startDraining()
    }
    if drains { drain() }
  }

  /// Delivers a value, or queues it until it is requested.
  ///
  /// - Returns: Whether the stream is still open.
  @discardableResult
  func send(_ value: Downstream.Input, tag: Tag) -> Bool {
    let (isOpen, drains) = state.withLock { state in
      guard state.downstream != nil, state.completion == nil else { return (false, false) }
      state.queue.append((value, tag))
      return (true, state.startDraining())
    }
    if drains { drain() }
    return isOpen
  }

  /// Ends the stream, after what is queued.
  func send(completion: Subscribers.Completion<Downstream.Failure>) {
    let drains = state.withLock { state in
      guard state.downstream != nil, state.completion == nil else { return false }
      state.completion = completion
      return state.startDraining()
    }
    if drains { drain() }
  }

  /// Ends the stream at once: what is queued is dropped.
  func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let queue = state.withLock { state in
      defer { state.queue = Deque() }
      return state.queue
    }
    withExtendedLifetime(queue) {}
    send(completion: completion)
  }

  /// Releases downstream, and what is queued for it.
  ///
  /// - Returns: What was queued.
  @discardableResult
  func cancel() -> Deque<(Downstream.Input, Tag)> {
    // Released after the lock: a `deinit` is client code.
    let (downstream, queue) = state.withLock { state in
      defer { state.queue = Deque() }
      return (state.downstream.take(), state.queue)
    }
    return withExtendedLifetime(downstream) { queue }
  }

  private func drain() {
    while let step = state.withLock({ $0.nextStep() }) {
      switch step {
      case .value(let downstream, let value, let tag):
        let demand = downstream.receive(value)
        state.withLock { $0.demand += demand }
        taken(tag, demand)
      case .completion(let downstream, let completion):
        downstream.receive(completion: completion)
        return
      }
    }
  }
}

extension Outlet.State {
  /// Whether the caller has to drain.
  mutating func startDraining() -> Bool {
    guard !isDraining else { return false }
    isDraining = true
    return true
  }

  mutating func nextStep() -> Outlet.Step? {
    if let downstream {
      if demand != .none, let (value, tag) = queue.popFirst() {
        demand -= 1
        return .value(downstream, value, tag)
      }
      if queue.isEmpty, let completion {
        self.downstream = nil
        return .completion(downstream, completion)
      }
    }
    isDraining = false
    return nil
  }
}
