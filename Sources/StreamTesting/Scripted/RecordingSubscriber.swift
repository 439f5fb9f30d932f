public import StreamCore
private import Synchronization

/// A subscriber that records every signal, requests as configured, and retains its subscription for ever, as a careless
/// client would: the retained subscription must not keep the ended pipeline alive.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Sendable: the log is under a lock; the closures are set before subscribing.

  /// A received signal.
  public enum Event {
    /// A subscription, with its description.
    case subscription(String)

    /// A value.
    case value(Input)

    /// A completion without failure.
    case finished

    /// A completion with a failure.
    case failure(Failure)
  }

  private let log = Locked<(events: [Event], subscription: (any Subscription)?)>(([], nil))
  private let inside = Atomic(0)
  private let overlapCount = Atomic(0)

  private let initialDemand: Subscribers.Demand

  /// Called with each subscription, after it was recorded and before the initial demand.
  public var onSubscription: (@Sendable (any Subscription) -> Void)?

  /// Called with each value; returns the additional demand.
  public var onValue: (@Sendable (Input) -> Subscribers.Demand)?

  /// Called with each completion, after it was recorded.
  public var onCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - demand: The initial demand; `.none` requests nothing.
  ///   - onValue: Called with each value; returns the additional demand.
  public init(
    demand: Subscribers.Demand = .unlimited, onValue: (@Sendable (Input) -> Subscribers.Demand)? = nil
  ) {
    initialDemand = demand
    self.onValue = onValue
    OpenRecorders.add(self)
  }

  /// Records a subscription, retains the first, and requests the initial demand.
  ///
  /// - Parameter subscription: The subscription.
  public func receive(subscription: any Subscription) {
    enter()
    count(subscription)
    // Outside the lock: a description may run arbitrary code.
    let description = "\(subscription)"
    log.withLock { log in
      log.events.append(.subscription(description))
      log.subscription = log.subscription ?? subscription
    }
    onSubscription?(subscription)
    leave()
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  /// Records a value.
  ///
  /// - Parameter input: The value.
  /// - Returns: The result of ``onValue``, or `.none`.
  public func receive(_ input: Input) -> Subscribers.Demand {
    enter()
    defer { leave() }
    log.withLock { $0.events.append(.value(input)) }
    return onValue?(input) ?? .none
  }

  /// Records a completion.
  ///
  /// - Parameter completion: The completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    enter()
    defer { leave() }
    log.withLock { log in
      switch completion {
      case .finished: log.events.append(.finished)
      case .failure(let error): log.events.append(.failure(error))
      }
    }
    onCompletion?(completion)
  }

  private func enter() {
    if inside.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 {
      overlapCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  private func leave() {
    inside.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  // MARK: What was recorded

  /// The signals, in the order received.
  public var events: [Event] { log.value.events }

  /// The first subscription received.
  public var subscription: (any Subscription)? { log.value.subscription }

  /// The number of signals received during another one (rule 3), re-entrantly or from another thread.
  public var overlaps: Int { overlapCount.load(ordering: .relaxed) }

  /// The values received.
  public var values: [Input] {
    events.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The descriptions of the subscriptions received.
  public var subscriptions: [String] {
    events.compactMap { if case .subscription(let description) = $0 { description } else { nil } }
  }

  /// The completions received, of which there should be one at most.
  public var completions: [Subscribers.Completion<Failure>] {
    events.compactMap { event in
      switch event {
      case .finished: .finished
      case .failure(let error): .failure(error)
      case .subscription, .value: nil
      }
    }
  }

  /// Whether the one completion received is `.finished`.
  public var isFinished: Bool {
    if completions.count == 1, case .finished = completions[0] { true } else { false }
  }

  /// The error of the one completion received, if it is a failure.
  public var failure: Failure? {
    if completions.count == 1, case .failure(let error) = completions[0] { error } else { nil }
  }

  /// Requests values.
  ///
  /// - Parameter demand: The additional demand.
  public func request(_ demand: Subscribers.Demand) {
    subscription?.request(demand)
  }

  /// Cancels the subscription.
  public func cancel() {
    subscription?.cancel()
  }

  /// Releases the recorded signals, including the subscription.
  public func forget() {
    let forgotten = log.exchange(([], nil))
    withExtendedLifetime(forgotten) {}
  }
}

extension RecordingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}

extension Publisher {
  /// Subscribes a new recorder to this publisher.
  ///
  /// - **Demand**: `demand` at first, then what `onValue` returns, and what ``RecordingSubscriber/request(_:)`` adds.
  /// - **Completion**: recorded.
  /// - **Failure**: recorded.
  /// - **Threads**: records on the thread of each signal, and may be read on any.
  ///
  /// - Parameters:
  ///   - demand: The initial demand.
  ///   - onValue: Called with each value; returns the additional demand.
  /// - Returns: The recorder.
  @_disfavoredOverload
  public func record(
    demand: Subscribers.Demand = .unlimited, onValue: (@Sendable (Output) -> Subscribers.Demand)? = nil
  ) -> RecordingSubscriber<Output, Failure> {
    let recorder = RecordingSubscriber<Output, Failure>(demand: demand, onValue: onValue)
    subscribe(recorder)
    return recorder
  }
}
