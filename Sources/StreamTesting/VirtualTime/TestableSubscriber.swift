public import StreamCore

/// A subscriber that records each signal with its virtual time, and requests values as configured.
///
///     let subscriber = scheduler.createTestableSubscriber(Int.self, Never.self)
///     publisher.subscribe(subscriber)
///     scheduler.resume()
///     #expect(subscriber.recordedOutput == [(0, .subscription), (1, .input(5)), (2, .completion(.finished))])
public final class TestableSubscriber<Input, Failure: Error>: Subscriber, Cancellable, OpenRecorder, @unchecked Sendable
{
  // Sendable: the recording is under the lock.

  /// The demands of a subscriber.
  public typealias Options = TestableSubscriberOptions

  private struct State {
    var output = TestSequence<Input, Failure>()
    var demands = DemandLog()
    var balance = Subscribers.Demand.none
    var subscription: (any Subscription)?
    var cancellation: VirtualTime?
    var isCancelled = false
  }

  private let timeline: VirtualTimeline
  private let options: Options
  private let state = Locked(State())

  init(timeline: VirtualTimeline, options: Options) {
    self.timeline = timeline
    self.options = options
    OpenRecorders.add(self)
  }

  /// The received signals, with their times.
  public var recordedOutput: TestSequence<Input, Failure> { state.value.output }

  /// The requests with their times, including non-zero demands returned by `receive(_:)`.
  public var recordedDemandLog: DemandLog { state.value.demands }

  /// When the stream was cancelled by ``cancel()``; `nil` if it was not, or had ended before.
  public var recordedCancellation: VirtualTime? { state.value.cancellation }

  /// Records the subscription, and requests the initial demand. A second subscription is cancelled.
  public func receive(subscription: any Subscription) {
    count(subscription)
    let now = timeline.now
    let isWanted = state.withLock { state in
      guard state.subscription == nil, !state.isCancelled else { return false }
      state.subscription = subscription
      state.output.append(.subscription, at: now)
      return true
    }
    guard isWanted else { return subscription.cancel() }
    for (time, demand) in options.scriptedDemand {
      timeline.schedule(after: time) { [weak self] in self?.request(demand) }
    }
    request(options.initialDemand)
  }

  /// Records a value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    let now = timeline.now
    let returned = options.demandReplenishmentDelay == .nanoseconds(0) ? options.subsequentDemand : .none
    let (wasWanted, isUsedUp) = state.withLock { state in
      state.output.append(.input(input), at: now)
      let wasWanted = state.balance > .none
      if wasWanted { state.balance -= 1 }
      let isUsedUp = state.balance == .none
      if isUsedUp, returned != .none {
        state.demands.append(returned, at: now)
        state.balance += returned
      }
      return (wasWanted, isUsedUp)
    }
    if !wasWanted { options.negativeBalanceHandler?() }
    guard isUsedUp, options.subsequentDemand != .none else { return .none }
    if returned == .none {
      timeline.schedule(after: now.advanced(by: options.demandReplenishmentDelay)) { [weak self] in
        self?.replenish()
      }
    }
    return returned
  }

  private func replenish() {
    // Another thread may have requested values in the meantime.
    guard state.value.balance == .none else { return }
    request(options.subsequentDemand)
  }

  /// Records the completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    let now = timeline.now
    let released: (any Subscription)? = state.withLock { state in
      state.output.append(.completion(completion), at: now)
      return state.subscription.take()
    }
    withExtendedLifetime(released) {}
  }

  /// Requests more values.
  ///
  /// - Parameter demand: The additional demand; no effect if it is `.none` or the stream is not active.
  public func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let now = timeline.now
    let subscription: (any Subscription)? = state.withLock { state in
      if state.subscription != nil {
        state.demands.append(demand, at: now)
        state.balance += demand
      }
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription.
  public func cancel() {
    let now = timeline.now
    let subscription: (any Subscription)? = state.withLock { state in
      state.isCancelled = true
      if state.subscription != nil { state.cancellation = state.cancellation ?? now }
      return state.subscription
    }
    subscription?.cancel()
    let released = state.withLock { $0.subscription.take() }
    withExtendedLifetime(released) {}
  }
}

extension TestableSubscriber: ConcurrentCancellable {}
