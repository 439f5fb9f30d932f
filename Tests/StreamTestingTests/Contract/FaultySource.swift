import StreamCore
import TestSupport

/// What a publisher of values may do wrong.
enum SourceFault: CaseIterable {
  case none, doubleSubscription, greedy, lostReturnedDemand, overflow, recursion, doubleCompletion, ignoredCancel,
    completionAfterCancel, valueForAnswer, heldLock, heldDownstream, heldByCancel, lockDuringCompletion,
    sharedPosition, noneAsOne
}

/// A publisher of a few numbers, with one fault.
struct FaultySource: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let fault: SourceFault
  var count = 5
  private let sharedPosition = Box(0)

  init(_ fault: SourceFault, count: Int = 5) {
    self.fault = fault
    self.count = count
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let position = fault == .sharedPosition ? sharedPosition : Box(0)
    let subscription = FaultySubscription(
      downstream: AnySubscriber(subscriber), fault: fault, count: count, position: position)
    if fault == .doubleSubscription { subscriber.receive(subscription: Subscriptions.empty) }
    subscriber.receive(subscription: subscription)
  }
}

private final class FaultySubscription: Subscription, @unchecked Sendable {
  // Sendable: what changes is in boxes.
  private struct State {
    var downstream: AnySubscriber<Int, Never>?
    var demand = Subscribers.Demand.none
    var isServing = false
    var hasEnded = false
  }

  private let state: Box<State>
  private let fault: SourceFault
  private let count: Int
  private let position: Box<Int>
  private let heldLock = Locked(false)

  init(downstream: AnySubscriber<Int, Never>, fault: SourceFault, count: Int, position: Box<Int>) {
    state = Box(State(downstream: downstream))
    self.fault = fault
    self.count = count
    self.position = position
  }

  func request(_ demand: Subscribers.Demand) {
    let mayServe = state.update { state in
      if fault == .overflow, demand > .max(1_000) { return false }
      state.demand += fault == .greedy ? .unlimited : fault == .noneAsOne && demand == .none ? .max(1) : demand
      if fault == .recursion { return true }
      defer { state.isServing = true }
      return !state.isServing
    }
    if fault == .doubleCompletion, state.value.hasEnded { state.value.downstream?.receive(completion: .finished) }
    guard mayServe else {
      if fault == .heldLock { heldLock.withLock { _ in } }
      return
    }
    if fault == .heldLock { heldLock.withLock { _ in serve() } } else { serve() }
  }

  private func serve() {
    while let (downstream, value) = next() {
      let more = downstream.receive(value)
      state.update { if fault != .lostReturnedDemand { $0.demand += more } }
      if fault == .valueForAnswer, state.value.hasEnded, more > 0 { _ = downstream.receive(value) }
    }
    let downstream = state.update { state -> AnySubscriber<Int, Never>? in
      state.isServing = false
      guard position.value >= count, !state.hasEnded else { return nil }
      state.hasEnded = true
      defer { if fault != .heldDownstream, fault != .doubleCompletion { state.downstream = nil } }
      return state.downstream
    }
    guard fault == .lockDuringCompletion else { downstream?.receive(completion: .finished) ?? (); return }
    heldLock.withLock { _ in downstream?.receive(completion: .finished) }
  }

  private func next() -> (AnySubscriber<Int, Never>, Int)? {
    state.update { state in
      guard let downstream = state.downstream, !state.hasEnded, state.demand > 0, position.value < count else {
        return nil
      }
      state.demand -= 1
      return (downstream, position.increment())
    }
  }

  func cancel() {
    guard fault != .ignoredCancel else { return }
    if fault == .heldLock || fault == .lockDuringCompletion { heldLock.withLock { _ in } }
    let released = state.update { state -> AnySubscriber<Int, Never>? in
      defer {
        if fault != .heldDownstream, fault != .heldByCancel { state.downstream = nil }
        state.hasEnded = true
      }
      return state.downstream
    }
    if fault == .completionAfterCancel { released?.receive(completion: .finished) }
  }
}
