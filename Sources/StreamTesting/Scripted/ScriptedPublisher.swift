public import StreamCore

/// A publisher whose signals the test sends by hand, including ones that break the rules, and which records requests.
public final class ScriptedPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable: the log is under a lock.

  /// A call that a subscriber makes on its subscription.
  public enum Request: Equatable, Sendable {
    /// A request for values.
    case demand(Subscribers.Demand)

    /// A cancel.
    case cancel
  }

  private let state = Locked<(subscribers: [AnySubscriber<Output, Failure>], requests: [Request])>(([], []))
  private let living = Box(0)
  private let sendsSubscription: Bool
  private let letsGo: Bool

  /// Called with each demand, after it was recorded.
  public var onRequest: (@Sendable (Subscribers.Demand) -> Void)?

  /// Creates a publisher that sends only subscriptions by itself.
  ///
  /// - Parameters:
  ///   - sendsSubscription: Whether a subscriber receives a subscription when it attaches, as the rules demand.
  ///   - letsGo: Whether subscribers are released at the end, as the rules demand.
  public init(sendsSubscription: Bool = true, letsGo: Bool = true) {
    self.sendsSubscription = sendsSubscription
    self.letsGo = letsGo
  }

  /// Attaches a subscriber on behalf of `subscribe(_:)`.
  ///
  /// - Parameter subscriber: The subscriber.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    state.withLock { $0.subscribers.append(AnySubscriber(subscriber)) }
    if sendsSubscription { subscriber.receive(subscription: makeSubscription()) }
  }

  // MARK: Sending

  /// Sends another subscription to the subscribers.
  ///
  /// - Parameter description: The subscription's description.
  /// - Returns: The subscription, whose requests are recorded here too.
  @discardableResult
  public func sendSubscription(description: String = "Scripted") -> any Subscription {
    let subscription = makeSubscription(description: description)
    for subscriber in state.value.subscribers { subscriber.receive(subscription: subscription) }
    return subscription
  }

  /// Sends a value to the subscribers, regardless of demand.
  ///
  /// - Parameter value: The value.
  /// - Returns: The sum of the subscribers' returned demands.
  @discardableResult
  public func send(_ value: Output) -> Subscribers.Demand {
    state.value.subscribers.reduce(.none) { $0 + $1.receive(value) }
  }

  /// Sends a completion to the subscribers, which are released first unless configured otherwise.
  ///
  /// - Parameter completion: The completion.
  public func send(completion: Subscribers.Completion<Failure>) {
    let subscribers = state.value.subscribers
    if letsGo { release() }
    for subscriber in subscribers { subscriber.receive(completion: completion) }
  }

  // MARK: What was recorded

  /// Demands and cancels, in order.
  public var requests: [Request] { state.value.requests }

  /// The total demand.
  public var demand: Subscribers.Demand {
    requests.reduce(.none) { if case .demand(let demand) = $1 { $0 + demand } else { $0 } }
  }

  /// The number of cancels.
  public var cancelCount: Int { requests.count { $0 == .cancel } }

  /// Whether a cancel was received.
  public var isCancelled: Bool { cancelCount > 0 }

  /// The number of subscribers it holds.
  public var subscriberCount: Int { state.value.subscribers.count }

  /// The number of its subscriptions that are alive.
  public var livingSubscriptionCount: Int { living.value }

  /// The descriptions of the subscribers.
  public var subscriberDescriptions: [String] { state.value.subscribers.map { "\($0)" } }

  // MARK: Subscriptions

  private func makeSubscription(description: String = "Scripted") -> ScriptedSubscription {
    let counted = Counted(living)
    return ScriptedSubscription(
      description: description,
      onRequest: { [weak self] demand in
        defer { withExtendedLifetime(counted) {} }
        self?.state.withLock { $0.requests.append(.demand(demand)) }
        self?.onRequest?(demand)
      },
      onCancel: { [weak self] in
        self?.state.withLock { $0.requests.append(.cancel) }
        if self?.letsGo == true { self?.release() }
      })
  }

  /// Releases the subscribers.
  package func release() {
    let released = state.withLock { state in
      defer { state.subscribers = [] }
      return state.subscribers
    }
    withExtendedLifetime(released) {}
  }
}

/// A subscription built from closures.
public final class ScriptedSubscription: Subscription, CustomStringConvertible, Sendable {
  /// Its description.
  public let description: String
  private let onRequest: @Sendable (Subscribers.Demand) -> Void
  private let onCancel: @Sendable () -> Void

  /// Creates a subscription.
  ///
  /// - Parameters:
  ///   - description: The subscription's description.
  ///   - onRequest: Called with each demand.
  ///   - onCancel: Called with each cancel.
  public init(
    description: String = "Scripted", onRequest: @escaping @Sendable (Subscribers.Demand) -> Void = { _ in },
    onCancel: @escaping @Sendable () -> Void = {}
  ) {
    self.description = description
    self.onRequest = onRequest
    self.onCancel = onCancel
  }

  /// Calls the closure for demands.
  ///
  /// - Parameter demand: The additional demand.
  public func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
  }

  /// Calls the closure for cancels.
  public func cancel() {
    onCancel()
  }
}
