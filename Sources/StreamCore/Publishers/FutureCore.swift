/// The result of a future, or the subscriptions that wait for it.
///
/// Invariant of the cast: what waits was added in `subscribe`.
@usableFromInline
final class FutureCore<Output, Failure: Error>: Sendable {
  @usableFromInline let state = Locked(State())

  @usableFromInline struct State {
    @usableFromInline var result: Result<Output, Failure>?

    /// In the order of subscription. The element type is not generic: an array of such a type is faster than one whose
    /// type depends on the parameters of the core.
    @usableFromInline var waiting: ContiguousArray<OneShotProgress> = []

    /// When this many subscriptions wait, the cancelled ones, of which only empty objects are left, are removed: the
    /// amortised cost of a subscription is constant.
    @usableFromInline var limit = 16

    @inlinable init() {}
  }

  @inlinable init() {}

  @inlinable var result: Result<Output, Failure>? { state.withLock { $0.result } }

  @inlinable func fulfil(with result: Result<Output, Failure>) {
    let waiting: ContiguousArray<OneShotProgress> = state.withLock { state in
      guard state.result == nil else { return [] }
      state.result = result
      defer { state.waiting = [] }
      return state.waiting
    }
    for subscription in waiting {
      unsafeDowncast(subscription, to: OneShotSubscription<Output, Failure>.self).fulfil(with: result)
    }
  }

  @inlinable func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = OneShotSubscription("Future", to: subscriber)
    let (result, ended) = state.withLock { state -> (Result<Output, Failure>?, ContiguousArray<OneShotProgress>) in
      if let result = state.result { return (result, []) }
      state.waiting.append(subscription)
      return (nil, state.waiting.count < state.limit ? [] : state.removeEnded())
    }
    withExtendedLifetime(ended) {}
    if let result { subscription.fulfil(with: result) }
    subscription.handOver()
  }
}

extension FutureCore.State {
  /// - Returns: Those that have been cancelled, to be released outside the lock.
  @usableFromInline
  mutating func removeEnded() -> ContiguousArray<OneShotProgress> {
    var ended: ContiguousArray<OneShotProgress> = []
    var others: ContiguousArray<OneShotProgress> = []
    for subscription in waiting {
      if subscription.hasEnded { ended.append(subscription) } else { others.append(subscription) }
    }
    waiting = others
    limit = max(16, others.count * 2)
    return ended
  }
}
