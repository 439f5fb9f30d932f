internal import Dispatch
internal import IntegrationParts
internal import StreamCore

/// The subscription of a downstream to an observation.
// Sendable: the state is under its lock.
final class ObservationSubscription<Downstream: Subscriber>: Subscription, Pumped, @unchecked Sendable
where Downstream.Input: Sendable, Downstream.Failure == DatabaseFailure {
  private typealias Value = Downstream.Input

  private struct State {
    /// `nil` after the end.
    var downstream: Downstream?
    var demand = Subscribers.Demand.none

    /// Begins to observe; `nil` once it has been called.
    var start: ObservationPublisher<Value>.Start?

    /// They keep each other, and this object, until the end.
    var observation: AnyCancellable?
    var slot: ObservationSlot<Value>?

    /// Whether the subscription has been handed over: values would overtake it.
    var isHandedOver = false
  }

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "StreamsGRDB.observation")

  init(start: @escaping ObservationPublisher<Downstream.Input>.Start, downstream: Downstream) {
    state = Lock(State(downstream: downstream, start: start))
  }

  func endHandover() {
    let mustRun = state.withLock { state in
      state.isHandedOver = true
      return state.demand != .none
    }
    if mustRun { queue.run(self) }
  }

  func request(_ demand: Subscribers.Demand) {
    let mustRun = state.withLock { state in
      guard state.downstream != nil, demand != .none else { return false }
      state.demand += demand
      return state.isHandedOver
    }
    if mustRun { queue.run(self) }
  }

  func cancel() {
    _ = end()
  }

  /// Begins to observe if it has not, and delivers what is in the slot if it is asked for.
  func pump() {
    startOnce()
    while true {
      let (downstream, slot, isAskedFor) = state.withLock { ($0.downstream, $0.slot, $0.demand != .none) }
      guard let downstream, let slot else { return }
      switch slot.take(isAskedFor: isAskedFor) {
      case .nothing: return
      case .change(let make): deliver(make, to: downstream)
      case .failure(let error): fail(error)
      }
    }
  }

  private func startOnce() {
    let start = state.withLock { state in
      defer { state.start = nil }
      return state.downstream == nil ? nil : state.start
    }
    guard let start else { return }
    let slot = ObservationSlot<Value>(owner: self)
    let observation = start(queue, slot)
    let isOpen = state.withLock { state in
      guard state.downstream != nil else { return false }
      (state.observation, state.slot) = (observation, slot)
      return true
    }
    // Cancelled while it began.
    if !isOpen { observation.cancel() }
  }

  private func deliver(_ make: ObservationSlot<Value>.Make, to downstream: Downstream) {
    do {
      let value = try make()
      // A fetch takes time: the stream may have been cancelled.
      guard state.withLock({ $0.downstream != nil }) else { return }
      let more = downstream.receive(value)
      state.withLock { $0.demand = $0.demand - 1 + more }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    end()?.receive(completion: .failure(DatabaseFailure(error)))
  }

  /// Ends the stream: of several calls, one gets downstream. What is released is released outside of the lock.
  private func end() -> Downstream? {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    ended.observation?.cancel()
    ended.slot?.replace(.nothing)
    return ended.downstream
  }
}
