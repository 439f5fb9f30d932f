/// The subscription of a publisher that delivers at most one value, which may come before or after the demand for it.
///
/// The downstream is released as soon as the stream ends, so that a subscriber which keeps its subscription for ever
/// keeps nothing alive by it.
// Sendable: everything is reached under the lock; the downstream is called by one thread at a time, as `phase` says.
@usableFromInline
package final class OneShotSubscription<Downstream: Subscriber>: Subscription, SubscriptionDescription,
  @unchecked Sendable
{
  @usableFromInline package let description: String
  private let state: Locked<State>

  private struct State {
    var phase = Phase.greeting
    var hasDemand = false
    var outcome: Outcome?
    var downstream: Downstream?
    var onCancel: (@Sendable () -> Void)?

    /// What is to be delivered now, if anything.
    mutating func next() -> (downstream: Downstream, outcome: Outcome)? {
      guard phase == .waiting, let outcome, let downstream else { return nil }
      switch outcome {
      case .value:
        guard hasDemand else { return nil }
        phase = .delivering
      case .completion:
        phase = .ended
      }
      return (downstream, outcome)
    }

    /// Lets go of everything.
    mutating func end() -> State {
      defer {
        self = State(downstream: nil, onCancel: nil)
        phase = .ended
      }
      return self
    }
  }

  private enum Outcome {
    case value(Downstream.Input)
    case completion(Subscribers.Completion<Downstream.Failure>)
  }

  private enum Phase {
    case greeting, waiting, delivering, ended
  }

  /// - Parameters:
  ///   - description: What the subscription says of itself.
  ///   - downstream: Whom to deliver to.
  ///   - onCancel: Runs once, if the subscription is cancelled before its end.
  @usableFromInline
  package init(_ description: String, to downstream: Downstream, onCancel: @escaping @Sendable () -> Void) {
    self.description = description
    state = Locked(State(downstream: downstream, onCancel: onCancel))
  }

  /// Tells downstream of the subscription; nothing else reaches it before.
  @usableFromInline
  package func greet() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    state.withLock { state in
      if state.phase == .greeting { state.phase = .waiting }
    }
    deliver()
  }

  /// Gives the result. Only the first one counts.
  @usableFromInline
  package func fulfil(with result: Result<Downstream.Input, Downstream.Failure>) {
    switch result {
    case .success(let value): take(.value(value))
    case .failure(let error): take(.completion(.failure(error)))
    }
  }

  /// Ends the stream without a value.
  @usableFromInline
  package func finish() {
    take(.completion(.finished))
  }

  private func take(_ outcome: Outcome) {
    state.withLock { state in
      if state.phase != .ended, state.outcome == nil { state.outcome = outcome }
    }
    deliver()
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "A request must be for at least one value (rule 9).")
    state.withLock { state in
      if state.phase != .ended { state.hasDemand = true }
    }
    deliver()
  }

  @usableFromInline
  package func cancel() {
    state.withLock { $0.end() }.onCancel?()
  }

  private func deliver() {
    guard let (downstream, outcome) = state.withLock({ $0.next() }) else { return }
    switch outcome {
    case .value(let value):
      _ = downstream.receive(value)
      if end() { downstream.receive(completion: .finished) }
    case .completion(let completion):
      _ = end()
      downstream.receive(completion: completion)
    }
  }

  /// Lets go of everything.
  ///
  /// - Returns: Whether the subscription had not been cancelled during the delivery.
  private func end() -> Bool {
    let released = state.withLock { $0.end() }
    return released.phase == .delivering
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": state.downstream as Any, "hasDemand": state.hasDemand]
  }
}
