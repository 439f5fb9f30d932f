public import StreamCore

/// A subscriber that records each signal with its virtual time, and asks for values as it is told.
public final class TestableSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // Sendable: what is recorded is under the lock.

  /// What a subscriber asks for.
  public struct Options: Sendable {
    /// What is asked for with the subscription.
    public var initialDemand: Subscribers.Demand

    /// What `receive(_:)` returns for each value.
    public var subsequentDemand: Subscribers.Demand

    /// Makes options.
    ///
    /// - Parameters:
    ///   - initialDemand: What is asked for with the subscription.
    ///   - subsequentDemand: What `receive(_:)` returns for each value.
    public init(
      initialDemand: Subscribers.Demand = .unlimited, subsequentDemand: Subscribers.Demand = .none
    ) {
      self.initialDemand = initialDemand
      self.subsequentDemand = subsequentDemand
    }
  }

  private struct State {
    var output = TestSequence<Input, Failure>()
    var demands: [(time: VirtualTime, demand: Subscribers.Demand)] = []
    var subscription: (any Subscription)?
    var isCancelled = false
  }

  private let scheduler: TestScheduler
  private let options: Options
  private let state = Locked(State())

  init(scheduler: TestScheduler, options: Options) {
    self.scheduler = scheduler
    self.options = options
  }

  /// What came, with the times.
  public var recordedOutput: TestSequence<Input, Failure> { state.value.output }

  /// What was asked for, with the times; what `receive(_:)` returned too, unless it was none.
  public var recordedDemandLog: [(time: VirtualTime, demand: Subscribers.Demand)] { state.value.demands }

  /// Records the subscription, and asks for the initial demand. A second subscription is cancelled.
  public func receive(subscription: any Subscription) {
    let now = scheduler.now
    let isWanted = state.withLock { state in
      guard state.subscription == nil, !state.isCancelled else { return false }
      state.subscription = subscription
      state.output.append(.subscription, at: now)
      return true
    }
    guard isWanted else { return subscription.cancel() }
    request(options.initialDemand)
  }

  /// Records a value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    let now = scheduler.now
    state.withLock { state in
      state.output.append(.input(input), at: now)
      if options.subsequentDemand != .none { state.demands.append((now, options.subsequentDemand)) }
    }
    return options.subsequentDemand
  }

  /// Records the completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    let now = scheduler.now
    let released: (any Subscription)? = state.withLock { state in
      state.output.append(.completion(completion), at: now)
      return state.subscription.take()
    }
    withExtendedLifetime(released) {}
  }

  /// Asks for more values.
  ///
  /// - Parameter demand: How many; nothing happens for none, or when the stream does not flow.
  public func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let now = scheduler.now
    let subscription: (any Subscription)? = state.withLock { state in
      if state.subscription != nil { state.demands.append((now, demand)) }
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription.
  public func cancel() {
    let subscription: (any Subscription)? = state.withLock { state in
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }
}
