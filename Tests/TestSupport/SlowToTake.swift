private import Foundation
public import StreamCore

/// A subscriber that asks for all as soon as it can, is long in taking its subscription, and tells whether anything came
/// meanwhile. It does not hold the subscription.
// Sendable: everything that changes is under a lock.
public final class SlowToTake<Input, Failure: Error>: Subscriber, Sendable {
  private struct State {
    var isTaking = false
    var early = 0
    var values = 0
    var completions = 0
  }

  private let state = Locked(State())
  private let demand: Subscribers.Demand

  /// Makes a subscriber.
  ///
  /// - Parameter demand: What it asks for, all at once.
  public init(demand: Subscribers.Demand = .unlimited) {
    self.demand = demand
  }

  /// The number of signals that came before the subscription had been taken.
  public var early: Int { state.value.early }

  /// The number of values that came.
  public var values: Int { state.value.values }

  /// Whether a completion came.
  public var hasEnded: Bool { state.value.completions > 0 }

  /// Asks, and takes a tenth of a second: what overlaps would come within it.
  public func receive(subscription: any Subscription) {
    state.withLock { $0.isTaking = true }
    subscription.request(demand)
    Thread.sleep(forTimeInterval: 0.1)
    state.withLock { $0.isTaking = false }
  }

  /// Counts.
  public func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { state in
      state.values += 1
      if state.isTaking { state.early += 1 }
    }
    return .none
  }

  /// Counts.
  public func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { state in
      state.completions += 1
      if state.isTaking { state.early += 1 }
    }
  }
}
