package import StreamCore

/// A publisher that keeps its subscribers for ever, and whose subscription does nothing at a cancel, as a client's may.
/// Who subscribes after the completion gets it at once.
package final class KeepingPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable: the list is under a lock.
  private let subscribers = Box<[AnySubscriber<Output, Failure>]>([])
  private let completion = Box<Subscribers.Completion<Failure>?>(nil)
  private let sendsSubscription: Bool

  /// - Parameter sendsSubscription: Whether a subscriber gets a subscription as soon as it attaches.
  package init(sendsSubscription: Bool = true) {
    self.sendsSubscription = sendsSubscription
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribers.update { $0.append(AnySubscriber(subscriber)) }
    if sendsSubscription { subscriber.receive(subscription: Subscriptions.empty) }
    if let completion = completion.value { subscriber.receive(completion: completion) }
  }

  /// Sends a subscription to all that have ever subscribed.
  package func send(subscription: any Subscription) {
    for subscriber in subscribers.value { subscriber.receive(subscription: subscription) }
  }

  /// Sends a value to all that have ever subscribed.
  package func send(_ value: Output) {
    for subscriber in subscribers.value { _ = subscriber.receive(value) }
  }

  /// Sends a completion to all that have ever subscribed.
  package func send(completion: Subscribers.Completion<Failure>) {
    let present = subscribers.value
    self.completion.value = completion
    for subscriber in present { subscriber.receive(completion: completion) }
  }

  /// What the subscribers say of themselves.
  package var descriptions: [String] { subscribers.value.map { "\($0)" } }
}

extension ContractSpecimen {
  /// Looks for what the operator holds after its end if its upstream keeps the subscriber for ever (rule 7).
  ///
  /// - Returns: What lives on, and after which end; nothing, if all is well.
  package func heldByKeepingUpstream() -> [String] {
    typealias Upstream = KeepingPublisher<Int, TestError>
    var endings: [(String, Script, @Sendable (Upstream, (any Subscription)?) -> Void)] = [
      ("a finish", Script(), { upstream, _ in upstream.send(completion: .finished) }),
      ("a cancel", Script(), { _, subscription in subscription?.cancel() }),
      ("a cancel inside a value", Script(limit: 1), { _, subscription in subscription?.cancel() }),
    ]
    if onFailure != .traps {
      endings.append(("a failure", Script(), { upstream, _ in upstream.send(completion: .failure(TestError())) }))
    }
    return endings.flatMap { name, script, end in
      let upstream = Upstream()
      weak var token: ReleaseToken?
      weak var downstream: (any SignalRecorder)?
      var subscription: (any Subscription)?
      do {
        let newToken = ReleaseToken()
        token = newToken
        let recorder = makePipeline(upstream.eraseToAnyPublisher(), newToken).attach(script)
        downstream = recorder
        subscription = recorder.subscription
      }
      for value in 101...103 { upstream.send(value) }
      end(upstream, subscription)
      defer { withExtendedLifetime((upstream, subscription)) {} }
      return (token == nil ? [] : ["A closure lives on after \(name)."])
        + (downstream == nil ? [] : ["Downstream lives on after \(name)."])
    }
  }
  /// Looks for what a pipeline holds that was cancelled before its upstream, which keeps the subscriber for ever, has sent
  /// a subscription (rule 7).
  ///
  /// - Returns: What lives on; nothing, if all is well.
  package func heldByWaitingUpstream() -> [String] {
    let upstream = KeepingPublisher<Int, TestError>(sendsSubscription: false)
    weak var token: ReleaseToken?
    weak var sinkToken: ReleaseToken?
    var cancellable: AnyCancellable?
    do {
      let newToken = ReleaseToken()
      let newSinkToken = ReleaseToken()
      (token, sinkToken) = (newToken, newSinkToken)
      cancellable = makePipeline(upstream.eraseToAnyPublisher(), newToken).sink(newSinkToken)
    }
    cancellable?.cancel()
    defer { withExtendedLifetime((upstream, cancellable)) {} }
    return (token == nil ? [] : ["A closure lives on after a cancel before the subscription."])
      + (sinkToken == nil ? [] : ["The sink's closures live on after a cancel before the subscription."])
  }
}
