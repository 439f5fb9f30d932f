/// The subscription of a publisher that delivers at most one value, which may arrive before or after the demand for it.
///
/// It releases downstream as soon as the stream ends, so that a subscriber that retains its subscription for ever keeps
/// nothing else alive.
// Sendable: mutable state is accessed under the lock; `phase` lets only one thread at a time call downstream.
@usableFromInline
package final class OneShotSubscription<Downstream: Subscriber>: StageSubscription, @unchecked Sendable {
  @usableFromInline package let description: String
  @usableFromInline let state: Locked<State>

  @usableFromInline struct State {
    @usableFromInline var phase: Phase
    @usableFromInline var handover = Handover()
    @usableFromInline var hasDemand = false
    @usableFromInline var outcome: Outcome?
    @usableFromInline var downstream: Downstream?
    @usableFromInline var onCancel: (@Sendable () -> Void)?

    @inlinable init(_ phase: Phase, _ downstream: Downstream? = nil, _ onCancel: (@Sendable () -> Void)? = nil) {
      self.phase = phase
      self.downstream = downstream
      self.onCancel = onCancel
    }

    /// Returns the outcome to deliver now, if it is due.
    @inlinable mutating func next() -> (downstream: Downstream, outcome: Outcome)? {
      guard phase == .waiting, handover.isOver, let outcome, let downstream else { return nil }
      switch outcome {
      case .value:
        guard hasDemand else { return nil }
        phase = .delivering
      case .completion:
        phase = .ended
      }
      return (downstream, outcome)
    }

    /// Ends the stream, and returns the former state, to be released outside the lock.
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
    case waiting, delivering, ended
  }

  /// - Parameters:
  ///   - description: The subscription's description.
  ///   - downstream: The receiver of the outcome.
  ///   - onCancel: Called once, if the subscription is cancelled before its end.
  @inlinable package init(_ description: String, to downstream: Downstream, onCancel: @escaping @Sendable () -> Void) {
    self.description = description
    state = Locked(State(.waiting, downstream, onCancel))
  }

  /// Hands downstream its subscription; the outcome is held back until it returns.
  @inlinable package func handOver() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    state.withLock { state in
      if state.handover.end() != .none { state.hasDemand = true }
    }
    deliver()
  }

  /// Sets the outcome. Only the first call has an effect.
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
      if state.phase != .ended, !state.handover.withhold(demand) { state.hasDemand = true }
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
      // A cancel from inside the delivery, or during it, has ended the state: then there is no completion (rule 5).
      if end() { downstream.receive(completion: .finished) }
    case .completion(let completion):
      // `next()` has set the phase: this thread alone completes. The references are released before that (rule 7).
      _ = end()
      downstream.receive(completion: completion)
    }
  }

  /// Ends the stream, releasing everything.
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
