/// The subscription of a publisher that delivers at most one value, which may come before or after the demand for it.
///
/// The downstream is released as soon as the stream ends, so that a subscriber which keeps its subscription for ever
/// keeps nothing alive by it.
// Sendable: everything is reached under the lock; the downstream is called by one thread at a time, as `phase` says.
@usableFromInline
package final class OneShotSubscription<Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline package let description: String
  @usableFromInline let state: Locked<State>

  @usableFromInline struct State {
    @usableFromInline var phase: Phase
    @usableFromInline var hasDemand = false
    @usableFromInline var outcome: Outcome?
    @usableFromInline var downstream: Downstream?
    @usableFromInline var onCancel: (@Sendable () -> Void)?

    @inlinable init(_ phase: Phase, _ downstream: Downstream? = nil, _ onCancel: (@Sendable () -> Void)? = nil) {
      self.phase = phase
      self.downstream = downstream
      self.onCancel = onCancel
    }

    /// What is to be delivered now, if anything.
    @inlinable mutating func next() -> (downstream: Downstream, outcome: Outcome)? {
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
    @inlinable mutating func end() -> State {
      defer { self = State(.ended) }
      return self
    }
  }

  /// The subscriber, until the stream ends.
  @usableFromInline package var downstream: Downstream? { state.withLock { $0.downstream } }

  @usableFromInline enum Outcome {
    case value(Downstream.Input)
    case completion(Subscribers.Completion<Downstream.Failure>)
  }

  @usableFromInline enum Phase {
    case greeting, waiting, delivering, ended
  }

  /// - Parameters:
  ///   - description: What the subscription says of itself.
  ///   - downstream: Whom to deliver to.
  ///   - onCancel: Runs once, if the subscription is cancelled before its end.
  @inlinable package init(_ description: String, to downstream: Downstream, onCancel: @escaping @Sendable () -> Void) {
    self.description = description
    state = Locked(State(.greeting, downstream, onCancel))
  }

  /// Tells downstream of the subscription; nothing else reaches it before.
  @inlinable package func greet() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    state.withLock { state in
      if state.phase == .greeting { state.phase = .waiting }
    }
    deliver()
  }

  /// Gives the result. Only the first one counts.
  @inlinable package func fulfil(with result: Result<Downstream.Input, Downstream.Failure>) {
    switch result {
    case .success(let value): take(.value(value))
    case .failure(let error): take(.completion(.failure(error)))
    }
  }

  /// Ends the stream without a value.
  @inlinable package func finish() {
    take(.completion(.finished))
  }

  @inlinable func take(_ outcome: Outcome) {
    state.withLock { state in
      if state.phase != .ended, state.outcome == nil { state.outcome = outcome }
    }
    deliver()
  }

  @inlinable package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { state in
      if state.phase != .ended { state.hasDemand = true }
    }
    deliver()
  }

  @inlinable package func cancel() {
    state.withLock { $0.end() }.onCancel?()
  }

  @inlinable func deliver() {
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
  @inlinable func end() -> Bool {
    let released = state.withLock { $0.end() }
    return released.phase == .delivering
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": state.downstream as Any, "hasDemand": state.hasDemand]
  }
}
