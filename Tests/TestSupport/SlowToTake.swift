private import Foundation
public import StreamCore

/// A subscriber with unlimited demand whose `receive(subscription:)` takes long, and which counts the signals that
/// arrive before it returns. It does not retain the subscription.
// Sendable: mutable state is under a lock.
public final class SlowToTake<Input, Failure: Error>: Subscriber, Sendable {
  private struct State {
    var isTaking = false
    var early = 0
    var values = 0
    var completions = 0
  }

  private let state = Locked(State())
  private let demand: Subscribers.Demand

  /// Creates a subscriber.
  ///
  /// - Parameter demand: The initial demand.
  public init(demand: Subscribers.Demand = .unlimited) {
    self.demand = demand
  }

  /// The number of signals received before `receive(subscription:)` had returned.
  public var early: Int { state.value.early }

  /// The number of values received.
  public var values: Int { state.value.values }

  /// Whether a completion was received.
  public var hasEnded: Bool { state.value.completions > 0 }

  /// Requests, and then blocks for a tenth of a second: overlapping signals would arrive within it.
  public func receive(subscription: any Subscription) {
    state.withLock { $0.isTaking = true }
    subscription.request(demand)
    Thread.sleep(forTimeInterval: 0.1)
    state.withLock { $0.isTaking = false }
  }

  /// Counts the value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { state in
      state.values += 1
      if state.isTaking { state.early += 1 }
    }
    return .none
  }

  /// Counts the completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { state in
      state.completions += 1
      if state.isTaking { state.early += 1 }
    }
  }
}
