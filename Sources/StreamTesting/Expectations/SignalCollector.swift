internal import StreamCore

/// Collects a publisher's signals until the outcome is known: the completion, or a number of values.
final class SignalCollector<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Sendable: everything that changes is under the lock.

  /// The received signals.
  struct Account {
    var values: [Input] = []
    var completion: Subscribers.Completion<Failure>?
  }

  private struct State {
    var account = Account()
    var subscription: (any Subscription)?
    var hasEnded = false

    /// Takes out the subscription, to be cancelled or released outside the lock.
    mutating func end() -> (any Subscription)? {
      hasEnded = true
      return subscription.take()
    }
  }

  private let state = Locked(State())
  private let gate = Gate()
  private let decidingCount: Int
  private let deadline: ContinuousClock.Instant

  /// - Parameters:
  ///   - decidingCount: The number of values that ends the collection.
  ///   - seconds: The longest time to collect.
  init(decidingCount: Int = .max, seconds: Double) {
    precondition(seconds >= 0, "A timeout is a number of seconds, and not negative.")
    self.decidingCount = decidingCount
    // Clamped to a thousand years, which does not overflow.
    deadline = .now + .seconds(min(seconds, 3e10))
  }

  func receive(subscription: any Subscription) {
    count(subscription)
    let isWanted = state.withLock { state in
      guard !state.hasEnded, state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    // A publisher that never stops sending blocks the thread, so the deadline must be checked with each value.
    let isLate = ContinuousClock.now >= deadline
    let (isDecided, subscription) = state.withLock { state -> (Bool, (any Subscription)?) in
      guard !state.hasEnded else { return (false, nil) }
      state.account.values.append(input)
      guard isLate || state.account.values.count == decidingCount else { return (false, nil) }
      return (true, state.end())
    }
    if isDecided {
      subscription?.cancel()
      gate.open(isLate ? .timedOut : .opened)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (isFirst, subscription) = state.withLock { state -> (Bool, (any Subscription)?) in
      guard !state.hasEnded else { return (false, nil) }
      state.account.completion = completion
      return (true, state.end())
    }
    withExtendedLifetime(subscription) {}
    if isFirst { gate.open() }
  }

  /// Blocks until the outcome is known or the deadline passes, and then ends the subscription.
  ///
  /// - Returns: The received signals, and how the wait ended.
  func wait() -> (Account, Gate.Passage) {
    let passage = gate.wait(until: deadline)
    return (end(), passage)
  }

  /// Suspends until the outcome is known or the deadline passes, and then ends the subscription.
  ///
  /// - Parameter isolation: The actor of the caller.
  /// - Returns: The received signals, and how the wait ended.
  func wait(isolation: isolated (any Actor)?) async -> (Account, Gate.Passage) {
    let passage = await gate.wait(until: deadline)
    return (end(), passage)
  }

  private func end() -> Account {
    let (account, subscription) = state.withLock { ($0.account, $0.end()) }
    subscription?.cancel()
    return account
  }
}
