public import StreamCore

/// A publisher whose signals the test sends by hand, even those that break the rules, and which records what it is asked.
public final class ScriptedPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable: the log is under a lock.

  /// What a subscriber asks of its subscription.
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

  /// Creates a publisher that sends nothing but subscriptions by itself.
  ///
  /// - Parameters:
  ///   - sendsSubscription: Whether a subscriber gets a subscription as soon as it attaches, as it must.
  ///   - letsGo: Whether subscribers are released at the end, as they must.
  public init(sendsSubscription: Bool = true, letsGo: Bool = true) {
    self.sendsSubscription = sendsSubscription
    self.letsGo = letsGo
  }

  /// Attaches a subscriber, as `subscribe(_:)` asks for.
  ///
  /// - Parameter subscriber: The subscriber.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    state.withLock { $0.subscribers.append(AnySubscriber(subscriber)) }
    if sendsSubscription { subscriber.receive(subscription: makeSubscription()) }
  }

  // MARK: Sending

  /// Sends another subscription to the subscribers.
  ///
  /// - Parameter description: What it says of itself.
  /// - Returns: The subscription, which records its requests here too.
  @discardableResult
  public func sendSubscription(description: String = "Scripted") -> any Subscription {
    let subscription = makeSubscription(description: description)
    for subscriber in state.value.subscribers { subscriber.receive(subscription: subscription) }
    return subscription
  }

  /// Sends a value to the subscribers, whatever they have asked for.
  ///
  /// - Parameter value: The value.
  /// - Returns: What the subscribers returned, added up.
  @discardableResult
  public func send(_ value: Output) -> Subscribers.Demand {
    state.value.subscribers.reduce(.none) { $0 + $1.receive(value) }
  }

  /// Sends a completion to the subscribers, which it lets go of first, unless told otherwise.
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

  /// All that was asked for, added up.
  public var demand: Subscribers.Demand {
    requests.reduce(.none) { if case .demand(let demand) = $1 { $0 + demand } else { $0 } }
  }

  /// How many cancels came.
  public var cancelCount: Int { requests.count { $0 == .cancel } }

  /// Whether a cancel came.
  public var isCancelled: Bool { cancelCount > 0 }

  /// How many subscribers it holds.
  public var subscriberCount: Int { state.value.subscribers.count }

  /// How many of its subscriptions are held by somebody.
  public var livingSubscriptionCount: Int { living.value }

  /// What the subscribers say of themselves.
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

  /// Releases the subscribers, whatever they hold.
  package func release() {
    let released = state.withLock { state in
      defer { state.subscribers = [] }
      return state.subscribers
    }
    withExtendedLifetime(released) {}
  }
}

/// A subscription made of closures.
public final class ScriptedSubscription: Subscription, CustomStringConvertible, Sendable {
  /// What it says of itself.
  public let description: String
  private let onRequest: @Sendable (Subscribers.Demand) -> Void
  private let onCancel: @Sendable () -> Void

  /// Creates a subscription.
  ///
  /// - Parameters:
  ///   - description: What it says of itself.
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
  /// - Parameter demand: How many more values are wanted.
  public func request(_ demand: Subscribers.Demand) {
    onRequest(demand)
  }

  /// Calls the closure for cancels.
  public func cancel() {
    onCancel()
  }
}
