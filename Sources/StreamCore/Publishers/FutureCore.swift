/// The result of a future, or the subscribers waiting for it.
@usableFromInline
final class FutureCore<Output, Failure: Error>: Sendable {
  @usableFromInline let state = Locked(State())

  @usableFromInline struct State {
    @usableFromInline var result: Result<Output, Failure>?
    @usableFromInline var waiting: [UInt: (Result<Output, Failure>) -> Void] = [:]
    @usableFromInline var lastTicket: UInt = 0

    @inlinable init() {}
  }

  @inlinable init() {}

  @inlinable var result: Result<Output, Failure>? { state.withLock { $0.result } }

  @inlinable func fulfil(with result: Result<Output, Failure>) {
    let waiting = state.withLock { state -> [UInt: (Result<Output, Failure>) -> Void] in
      guard state.result == nil else { return [:] }
      state.result = result
      defer { state.waiting = [:] }
      return state.waiting
    }
    // In subscription order.
    for (_, deliver) in waiting.sorted(by: { $0.key < $1.key }) { deliver(result) }
  }

  @inlinable func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    // Weak: the promise retains the core; a subscription need not.
    let subscription = OneShotSubscription("Future", to: subscriber) { [weak self] in self?.forget(ticket) }
    let result = state.withLock { state in
      if state.result == nil { state.waiting[ticket] = subscription.fulfil }
      return state.result
    }
    if let result { subscription.fulfil(with: result) }
    subscription.handOver()
  }

  @usableFromInline func forget(_ ticket: UInt) {
    let forgotten = state.withLock { $0.waiting.removeValue(forKey: ticket) }
    withExtendedLifetime(forgotten) {}
  }
}
