public import StreamCore

/// The observations of all subscribers under churn.
public final class ChurnTally: Sendable {
  public struct Counts: Sendable, Equatable {
    /// Subscribers that have not been released.
    public var alive = 0

    /// Signals received after a cancel, beyond the one that may have been in flight.
    public var late = 0

    /// Signals received during another.
    public var overlaps = 0

    public var values = 0
    public var ends = 0
  }

  private let state = Locked(Counts())

  public init() {}

  public var counts: Counts { state.value }

  func update(_ change: (inout Counts) -> Void) {
    state.withLock { change(&$0) }
  }
}

/// A subscriber under churn that counts late and overlapping signals. It releases its subscription when cancelled.
public final class ChurnSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
  private struct State {
    var subscription: (any Subscription)?
    var isInside = false

    /// The number of signals still allowed after a cancel has returned.
    var inFlight: Int?
  }

  private let tally: ChurnTally
  private let demand: Subscribers.Demand
  private let onValue: @Sendable (Input) -> Subscribers.Demand
  private let state = Locked(State())

  /// - Parameters:
  ///   - tally: Collects the counts.
  ///   - demand: The initial demand.
  ///   - onValue: Called with each value; returns the additional demand.
  public init(
    _ tally: ChurnTally, demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.tally = tally
    self.demand = demand
    self.onValue = onValue
    tally.update { $0.alive += 1 }
  }

  deinit {
    tally.update { $0.alive -= 1 }
  }

  public func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    if demand != .none { subscription.request(demand) }
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    enter { $0.values += 1 }
    defer { state.withLock { $0.isInside = false } }
    return onValue(input)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    enter { $0.ends += 1 }
    state.withLock { $0.isInside = false }
  }

  private func enter(_ count: (inout ChurnTally.Counts) -> Void) {
    let (overlaps, isLate) = state.withLock { state in
      defer { state.isInside = true }
      if let rest = state.inFlight { state.inFlight = rest - 1 }
      return (state.isInside, (state.inFlight ?? 0) < 0)
    }
    tally.update { counts in
      count(&counts)
      if overlaps { counts.overlaps += 1 }
      if isLate { counts.late += 1 }
    }
  }

  public func request(_ demand: Subscribers.Demand) {
    state.value.subscription?.request(demand)
  }

  public func cancel() {
    guard let subscription = state.value.subscription else { return }
    subscription.cancel()
    let released = state.withLock { state in
      state.inFlight = state.inFlight ?? 1
      return state.subscription.take()
    }
    withExtendedLifetime(released) {}
  }
}

extension Publisher {
  /// Subscribes a subscriber under churn.
  public func churn(
    _ tally: ChurnTally, demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Output) -> Subscribers.Demand = { _ in .none }
  ) -> ChurnSubscriber<Output, Failure> {
    let subscriber = ChurnSubscriber<Output, Failure>(tally, demand: demand, onValue: onValue)
    subscribe(subscriber)
    return subscriber
  }
}
