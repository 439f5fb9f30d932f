public import StreamCore

extension Exploration {
  /// Creates a subscriber that records signals, and fails the schedule if they break the stream contract.
  ///
  /// - Parameters:
  ///   - name: The subscriber's name in messages and in the trace.
  ///   - input: The type of the values.
  ///   - failure: The type of the failures.
  ///   - demand: The initial demand.
  ///   - onValue: Called with each value and the recorder; returns the additional demand.
  /// - Returns: The subscriber.
  public func recorder<Input: Sendable, Failure: Error>(
    _ name: String = "recorder", of input: Input.Type = Input.self, failing failure: Failure.Type,
    demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Input, ExplorationRecorder<Input, Failure>) -> Subscribers.Demand = { _, _ in .none }
  ) -> ExplorationRecorder<Input, Failure> {
    ExplorationRecorder(name, in: self, demand: demand, onValue: onValue)
  }

  /// Creates a subscriber to a publisher that does not fail.
  ///
  /// - Parameters:
  ///   - name: The subscriber's name in messages and in the trace.
  ///   - input: The type of the values.
  ///   - demand: The initial demand.
  ///   - onValue: Called with each value and the recorder; returns the additional demand.
  /// - Returns: The subscriber.
  public func recorder<Input: Sendable>(
    _ name: String = "recorder", of input: Input.Type = Input.self, demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Input, ExplorationRecorder<Input, Never>) -> Subscribers.Demand = { _, _ in .none }
  ) -> ExplorationRecorder<Input, Never> {
    ExplorationRecorder(name, in: self, demand: demand, onValue: onValue)
  }
}

/// A subscriber that enforces the rules in an exploration: serial signals, one subscription and before anything else,
/// no more values than requested, nothing after the completion or after a cancel inside a delivery, and at most one
/// in-flight signal after a cancel on another thread.
///
/// Each of its methods may be called from any thread of the scenario.
public final class ExplorationRecorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // Sendable: mutable state is accessed by the running thread only.

  /// The received values.
  public private(set) var values: [Input] = []

  /// The completion; `nil` before it.
  public private(set) var completion: Subscribers.Completion<Failure>?

  /// The subscription, once received.
  public private(set) var subscription: (any Subscription)?

  private let name: String
  private let exploration: Exploration
  private let initialDemand: Subscribers.Demand
  private let onValue: @Sendable (Input, ExplorationRecorder) -> Subscribers.Demand

  private var early = Subscribers.Demand.none
  private var isCancelledEarly = false

  private var demand = Subscribers.Demand.none
  private var delivering: RunThread?
  private var isDelivering = false

  /// Whether a cancel has returned on the delivering thread.
  private var isOver = false

  /// The number of signals still allowed after a cancel on another thread.
  private var inFlight: Int?

  init(
    _ name: String, in exploration: Exploration, demand: Subscribers.Demand,
    onValue: @escaping @Sendable (Input, ExplorationRecorder) -> Subscribers.Demand
  ) {
    self.name = name
    self.exploration = exploration
    initialDemand = demand
    self.onValue = onValue
  }

  // MARK: From upstream

  /// Stores the subscription, and requests the initial demand.
  public func receive(subscription: any Subscription) {
    enter("subscription", isSignal: false)
    exploration.check(self.subscription == nil, "\(name): a second subscription came.")
    self.subscription = subscription
    let demand = initialDemand + early
    leave()
    if isCancelledEarly { return cancel() }
    if demand != .none { request(demand) }
  }

  /// Records a value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    enter("\(input)")
    exploration.check(subscription != nil, "\(name): \(input) came before the subscription.")
    exploration.check(demand != .none, "\(name): \(input) came without demand.")
    if demand != .none { demand -= 1 }
    values.append(input)
    let more = onValue(input, self)
    exploration.point("has received")
    demand += more
    leave()
    return more
  }

  /// Records the completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    enter("\(completion)")
    exploration.check(subscription != nil, "\(name): \(completion) came before the subscription.")
    self.completion = completion
    leave()
  }

  private func enter(_ signal: String, isSignal: Bool = true) {
    exploration.note("\(name) receives \(signal)")
    exploration.check(!isDelivering, "\(name): \(signal) came during another delivery.")
    exploration.check(completion == nil, "\(name): \(signal) came after the end.")
    if isSignal {
      exploration.check(!isOver, "\(name): \(signal) came after a cancel had returned on the delivering thread.")
      if let rest = inFlight {
        exploration.check(rest > 0, "\(name): \(signal) came after a cancel had returned, and so did one before.")
        inFlight = rest - 1
      }
    }
    isDelivering = true
    delivering = RunThread.current
    exploration.point("is delivered to")
  }

  private func leave() {
    isDelivering = false
    delivering = nil
  }

  // MARK: To upstream

  /// Requests values; deferred until the subscription arrives.
  ///
  /// - Parameter demand: The number of values.
  public func request(_ demand: Subscribers.Demand) {
    guard let subscription else { return early += demand }
    self.demand += demand
    exploration.note("\(name) requests \(demand)")
    subscription.request(demand)
  }

  /// Cancels the subscription; deferred until it arrives.
  public func cancel() {
    guard let subscription else { return isCancelledEarly = true }
    exploration.note("\(name) cancels")
    subscription.cancel()
    exploration.note("\(name) has cancelled")
    cancelled()
  }

  /// Records that the stream was cancelled by other means, such as an `AnyCancellable`, and that the cancel has
  /// returned.
  public func cancelled() {
    if isDelivering, delivering === RunThread.current {
      isOver = true
    } else if inFlight == nil {
      inFlight = 1
    }
  }
}

extension ExplorationRecorder: ConcurrentCancellable {}
