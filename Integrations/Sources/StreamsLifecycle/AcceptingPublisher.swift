internal import IntegrationParts
public import StreamCore

/// The values of a service's source until a graceful shutdown; then it finishes.
///
///     source      --1--2--!
///     shutdown    --------*
///     downstream  --1--2--|
///
/// - **Demand**: passed upstream unchanged.
/// - **Completion**: that of the source, or at the shutdown, after a value that is being delivered. One who subscribes
///   later, such as a `retry`, is finished at once, without a subscription to the source.
/// - **Failure**: that of the source.
/// - **Threads**: delivers where the source does, and the finish at the shutdown on the thread that shuts down, or that
///   which is delivering.
public struct AcceptingPublisher<Upstream: Publisher>: Publisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let gate: Gate

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let stage = AcceptingStage(downstream: subscriber, gate: gate)
    if gate.add(stage) {
      upstream.subscribe(stage)
    } else {
      Empty(outputType: Output.self, failureType: Failure.self).subscribe(subscriber)
    }
  }
}

extension AcceptingPublisher: Sendable where Upstream: Sendable {}

/// Passes the signals of one subscription on until the gate is closed.
// Sendable: the state is under the lock.
final class AcceptingStage<Downstream: Subscriber>: Subscriber, Subscription, Gated, @unchecked Sendable {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private struct State {
    /// `nil` after the end.
    var downstream: Downstream?
    var upstream: (any Subscription)?

    /// How many calls of downstream are running: more than one only if upstream breaks the rules.
    var deliveries = 0

    /// Whether the gate has been closed: the finish comes with the end of the last delivery.
    var isClosed = false
  }

  private let state: Lock<State>
  private let gate: Gate

  init(downstream: Downstream, gate: Gate) {
    state = Lock(State(downstream: downstream))
    self.gate = gate
  }

  /// Ends the stream: of several calls, one gets the references.
  private func end(if condition: (State) -> Bool = { _ in true }) -> State? {
    let ended = state.withLock { state -> State? in
      guard state.downstream != nil, condition(state) else { return nil }
      defer { state = State(isClosed: state.isClosed) }
      return state
    }
    if ended != nil { gate.remove(self) }
    return ended
  }

  func receive(subscription: any Subscription) {
    let (downstream, isClosed) = state.withLock { state -> (Downstream?, Bool) in
      guard state.upstream == nil, let downstream = state.downstream else { return (nil, true) }
      state.upstream = subscription
      state.deliveries += 1
      return (downstream, state.isClosed)
    }
    // The gate was closed before there was a subscription to cancel, or this one is not wanted.
    if isClosed { subscription.cancel() }
    guard let downstream else { return }
    downstream.receive(subscription: self)
    endDelivery()
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let downstream = state.withLock { state -> Downstream? in
      guard state.upstream != nil, !state.isClosed, let downstream = state.downstream else { return nil }
      state.deliveries += 1
      return downstream
    }
    guard let downstream else { return .none }
    let demand = downstream.receive(input)
    endDelivery()
    return demand
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    end { $0.upstream != nil }?.downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.isClosed ? nil : $0.upstream }?.request(demand)
  }

  func cancel() {
    end()?.upstream?.cancel()
  }

  func close() {
    let upstream = state.withLock { state in
      state.isClosed = true
      return state.upstream
    }
    upstream?.cancel()
    finishIfIdle()
  }

  private func endDelivery() {
    let isClosed = state.withLock { state in
      state.deliveries -= 1
      return state.isClosed
    }
    if isClosed { finishIfIdle() }
  }

  /// Finishes downstream after the gate was closed, unless a delivery is running, which does it when it ends (rule 3),
  /// or the subscription has not come (rule 1).
  private func finishIfIdle() {
    end { $0.isClosed && $0.deliveries == 0 && $0.upstream != nil }?.downstream?.receive(completion: .finished)
  }
}
