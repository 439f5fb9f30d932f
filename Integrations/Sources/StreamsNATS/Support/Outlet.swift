internal import DequeModule
internal import IntegrationParts
internal import StreamCore

/// What delivers to a downstream: values that any thread sends, one after the other, as many as are requested.
///
/// The first sender becomes the drain thread; values that arrive during a delivery are queued and delivered by it
/// (rule 3). Until ``open()``, which ends the handover of the subscription, everything is queued.
// Sendable: the state is under its lock; downstream is called by the drain thread alone.
final class Outlet<Input, Failure: Error, Tag>: @unchecked Sendable {
  fileprivate struct State {
    var downstream: Receiver<Input, Failure>?
    var demand = Subscribers.Demand.none
    var queue = Deque<(Input, Tag)>()
    var completion: Subscribers.Completion<Failure>?
    var isDraining = true
  }

  fileprivate enum Step {
    case value(Receiver<Input, Failure>, Input, Tag)
    case completion(Receiver<Input, Failure>, Subscribers.Completion<Failure>)
  }

  private enum Sent { case refused, queued, now(Receiver<Input, Failure>) }

  private let state: Lock<State>

  /// Called after downstream has taken a value, with what it asked for in return.
  private let taken: (Tag, Subscribers.Demand) -> Void

  init<Downstream: Subscriber>(to downstream: Downstream, taken: @escaping (Tag, Subscribers.Demand) -> Void)
  where Downstream.Input == Input, Downstream.Failure == Failure {
    state = Lock(State(downstream: Receiver(downstream)))
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
  func send(_ value: Input, tag: Tag) -> Bool {
    let sent = state.withLock { state -> Sent in
      guard let downstream = state.downstream, state.completion == nil else { return .refused }
      // If nobody drains, the queue is empty, or there is no demand.
      guard !state.isDraining, state.demand != .none else {
        state.queue.append((value, tag))
        return .queued
      }
      state.isDraining = true
      state.demand -= 1
      return .now(downstream)
    }
    switch sent {
    case .refused: return false
    case .queued: return true
    case .now(let downstream):
      deliver(value, tag, to: downstream)
      drain()
      return true
    }
  }

  /// Ends the stream, after what is queued.
  func send(completion: Subscribers.Completion<Failure>) {
    let drains = state.withLock { state in
      guard state.downstream != nil, state.completion == nil else { return false }
      state.completion = completion
      return state.startDraining()
    }
    if drains { drain() }
  }

  /// Ends the stream at once: what is queued is dropped.
  func fail(_ completion: Subscribers.Completion<Failure>) {
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
  func cancel() -> Deque<(Input, Tag)> {
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
      case .value(let downstream, let value, let tag): deliver(value, tag, to: downstream)
      case .completion(let downstream, let completion): return downstream.complete(completion)
      }
    }
  }

  private func deliver(_ value: Input, _ tag: Tag, to downstream: Receiver<Input, Failure>) {
    let demand = downstream.receive(value)
    if demand != .none { state.withLock { $0.demand += demand } }
    taken(tag, demand)
  }
}

/// A subscriber without its type: stages for values of one type are then compiled for that, and not for each
/// subscriber's.
fileprivate final class Receiver<Input, Failure: Error> {
  let receive: (Input) -> Subscribers.Demand
  let complete: (Subscribers.Completion<Failure>) -> Void

  init<Downstream: Subscriber>(_ downstream: Downstream)
  where Downstream.Input == Input, Downstream.Failure == Failure {
    receive = { downstream.receive($0) }
    complete = { downstream.receive(completion: $0) }
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
