public import StreamCore
public import StreamParts

/// The attempts of one subscription to a `retry(when:)`.
@usableFromInline
final class RetryWhenAttempts<Upstream: Publisher, Downstream: Subscriber>
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline typealias Policy = RetryWhenPolicy<Upstream.Output, Upstream.Failure>

  @usableFromInline let upstream: Upstream
  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>

  /// The subject queues a failure that arrives while it delivers the last one, so attempts that fail at once run in a
  /// loop.
  @usableFromInline let failures = PassthroughSubject<Upstream.Failure, Never>()

  @inlinable
  init(upstream: Upstream, downstream: Downstream) {
    self.upstream = upstream
    delivery = SerialDelivery("RetryWhen", Policy(), to: downstream)
  }

  /// Hands downstream its subscription, and subscribes to the trigger, then to upstream, whose first failure must find
  /// the trigger attached.
  @inlinable
  func start<Trigger: Publisher>(when trigger: (AnyPublisher<Upstream.Failure, Never>) -> Trigger) {
    delivery.begin()
    if delivery.isCancelled { return }
    let publisher = trigger(AnyPublisher(RetryFailures(subject: failures)))
    publisher.subscribe(RetryTriggerInner<Trigger.Output, Trigger.Failure, Upstream, Downstream>(attempts: self))
    attempt(with: UpstreamKey())
  }

  /// Subscribes to upstream, unless the stream has ended.
  @inlinable
  func attempt(with key: UpstreamKey) {
    if delivery.state.withLock({ $0.hasEnded }) { return }
    upstream.subscribe(RetryWhenInner(attempts: self, key: key))
  }

  /// The trigger has delivered a value.
  @inlinable
  func retry() {
    if let key = delivery.state.withLock({ $0.policy.beginAttempt() }) { attempt(with: key) }
  }
}

/// Passes on the values of one attempt, and its failure to the trigger.
@usableFromInline
struct RetryWhenInner<Upstream: Publisher, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let attempts: RetryWhenAttempts<Upstream, Downstream>
  @usableFromInline let key: UpstreamKey

  @inlinable
  init(attempts: RetryWhenAttempts<Upstream, Downstream>, key: UpstreamKey) {
    self.attempts = attempts
    self.key = key
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: attempts.delivery.downstream) }

  @usableFromInline var description: String { attempts.delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { attempts.delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    attempts.delivery.attach(subscription, from: key)
  }

  @inlinable @inline(__always)
  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    attempts.delivery.receive(input, from: key) {
      DropHook.report(DropReport(operatorName: "RetryWhen", reason: .beyondDemand))
    } overflow: {
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    guard case .failure(let error) = completion else {
      return attempts.delivery.receive(completion: .finished, from: key)
    }
    let ended = attempts.delivery.state.withLock { $0.hasEnded ? nil : $0.policy.failed(key) }
    guard ended != nil else { return FailureHook.report(late: completion, at: attempts.delivery) }
    attempts.failures.send(error)
  }
}

/// Retries at each value of the trigger, and ends the stream with it.
@usableFromInline
struct RetryTriggerInner<Input, Failure: Error, Upstream: Publisher, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let attempts: RetryWhenAttempts<Upstream, Downstream>

  @inlinable
  init(attempts: RetryWhenAttempts<Upstream, Downstream>) {
    self.attempts = attempts
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: attempts.delivery.downstream) }

  @usableFromInline var description: String { attempts.delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { attempts.delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    attempts.delivery.attach(subscription, from: RetryWhenAttempts<Upstream, Downstream>.Policy.trigger)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    attempts.retry()
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let trigger = RetryWhenAttempts<Upstream, Downstream>.Policy.trigger
    switch completion {
    case .finished: attempts.delivery.receive(completion: .finished, from: trigger)
    case .failure(let error): attempts.delivery.receive(completion: .failure(error.converted()), from: trigger)
    }
    // Releases a trigger that has ended without cancelling the failures: otherwise the two would retain each other.
    attempts.failures.send(completion: .finished)
  }
}
