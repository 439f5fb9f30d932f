/// The subscription of a publisher that delivers at most one value, which may arrive before or after the demand for it.
///
/// It releases downstream as soon as the stream ends, so that a subscriber that retains its subscription for ever keeps
/// nothing else alive.
///
/// Invariant of the casts: the closures are made here alone, and are called with what the object holds.
@usableFromInline
package final class OneShotSubscription<Output, Failure: Error>: OneShotProgress, @unchecked Sendable {
  // Sendable: the closure captures nothing.

  /// Delivers an outcome, or hands the subscription over.
  @usableFromInline let deliver: (OneShotProgress, HiddenSubscriber, Outcome?) -> Void

  @usableFromInline enum Outcome {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)

    @inlinable var arrival: Arrival {
      if case .value = self { .value } else { .completion }
    }
  }

  @usableFromInline final class Kept {
    @usableFromInline let outcome: Outcome

    @inlinable init(_ outcome: Outcome) {
      self.outcome = outcome
    }
  }

  /// - Parameters:
  ///   - description: The subscription's description.
  ///   - downstream: The receiver of the outcome.
  ///   - onCancel: Called once, if the subscription is cancelled before its end.
  @inlinable
  package init<S: Subscriber<Output, Failure>>(
    _ description: String, to downstream: S, onCancel: (@Sendable () -> Void)? = nil
  ) {
    deliver = { $0.deliver($2, to: unsafeDowncast($1, to: SubscriberBox<S>.self).subscriber) }
    super.init(description, to: SubscriberBox(downstream), onCancel: onCancel) { subscription, downstream, kept in
      let downstream = unsafeDowncast(downstream, to: SubscriberBox<S>.self).subscriber
      subscription.deliver(unsafeDowncast(kept, to: Kept.self).outcome, to: downstream)
    }
  }

  /// Hands downstream its subscription; the outcome is held back until it returns.
  @inlinable package func handOver() {
    if let downstream = state.withLock({ $0.downstream }) { deliver(self, downstream, nil) }
    endHandover()
  }

  /// Sets the outcome. Only the first call has an effect.
  @inlinable package func fulfil(with result: Result<Output, Failure>) {
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
    let downstream: HiddenSubscriber? = state.withLock { state in
      guard state.phase == .waiting, state.arrival == .nothing else { return nil }
      state.arrival = outcome.arrival
      if let downstream = state.begin() { return downstream }
      state.kept = Kept(outcome)
      return nil
    }
    if let downstream { deliver(self, downstream, outcome) }
  }
}

extension OneShotProgress {
  @inlinable
  func deliver<S: Subscriber>(_ outcome: OneShotSubscription<S.Input, S.Failure>.Outcome?, to downstream: S) {
    switch outcome {
    case nil: downstream.receive(subscription: self)
    case .value(let value):
      _ = downstream.receive(value)
      // A cancel from inside the delivery, or during it, has ended the state: then there is no completion (rule 5).
      if end().phase == .delivering { downstream.receive(completion: .finished) }
    case .completion(let completion):
      // The phase was set when the delivery began: this thread alone completes. The references are released before that
      // (rule 7).
      end()
      downstream.receive(completion: completion)
    }
  }
}
