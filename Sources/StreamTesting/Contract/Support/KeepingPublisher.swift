package import StreamCore

/// A publisher that retains its subscribers for ever and whose subscription ignores `cancel()`, as a client's may. A
/// subscriber that attaches after the completion receives it immediately.
package final class KeepingPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // Sendable: the list is under a lock.
  private let subscribers = Box<[AnySubscriber<Output, Failure>]>([])
  private let completion = Box<Subscribers.Completion<Failure>?>(nil)
  private let sendsSubscription: Bool

  /// - Parameter sendsSubscription: Whether a subscriber receives a subscription when it attaches.
  package init(sendsSubscription: Bool = true) {
    self.sendsSubscription = sendsSubscription
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribers.update { $0.append(AnySubscriber(subscriber)) }
    if sendsSubscription { subscriber.receive(subscription: Subscriptions.empty) }
    if let completion = completion.value { subscriber.receive(completion: completion) }
  }

  /// Sends a subscription to all subscribers, past and present.
  package func send(subscription: any Subscription) {
    for subscriber in subscribers.value { subscriber.receive(subscription: subscription) }
  }

  /// Sends a value to all subscribers, past and present.
  package func send(_ value: Output) {
    for subscriber in subscribers.value { _ = subscriber.receive(value) }
  }

  /// Sends a completion to all subscribers, past and present.
  package func send(completion: Subscribers.Completion<Failure>) {
    let present = subscribers.value
    self.completion.value = completion
    for subscriber in present { subscriber.receive(completion: completion) }
  }

  /// The descriptions of the subscribers.
  package var descriptions: [String] { subscribers.value.map { "\($0)" } }
}

extension ContractSpecimen {
  /// Finds what the operator retains after its end if its upstream retains the subscriber for ever (rule 7).
  ///
  /// - Returns: The objects still alive, and after which end; empty if there are none.
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
  /// Finds what a pipeline retains that was cancelled before its upstream, which retains the subscriber for ever, has
  /// sent a subscription (rule 7).
  ///
  /// - Returns: The objects still alive; empty if there are none.
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
