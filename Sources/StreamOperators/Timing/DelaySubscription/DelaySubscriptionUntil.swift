public import StreamCore
public import StreamParts

extension Publisher {
  /// Subscribes to upstream when a second publisher delivers a value or finishes.
  ///
  ///     upstream          ^a-b-c|
  ///     trigger       ----x---|
  ///     delaySubscription(until: trigger)
  ///     downstream    -----a-b-c|
  ///
  /// - **Demand**: summed until upstream is subscribed to, then passed upstream unchanged. One value is requested from
  ///   the trigger, which is cancelled when that arrives.
  /// - **Completion**: passed on.
  /// - **Failure**: passed on. A failure of the trigger is passed on too, unless upstream has already been subscribed
  ///   to.
  /// - **Threads**: downstream receives its subscription at once; if it cancels before the trigger fires, upstream is
  ///   never subscribed to. Upstream is subscribed to where the trigger delivers; elements are delivered where upstream
  ///   delivers.
  ///
  /// - Parameter trigger: The publisher whose first value, or finish, lets upstream be subscribed to.
  /// - Returns: A publisher of the same elements.
  @inlinable
  @_disfavoredOverload
  public func delaySubscription<Trigger: Publisher>(
    until trigger: Trigger
  ) -> Publishers.DelaySubscriptionUntil<Self, Trigger> where Trigger.Failure == Failure {
    DelaySubscriptionUntilPublisher(upstream: self, trigger: trigger)
  }
}

/// A publisher that subscribes to another when a second one delivers a value or finishes.
@frozen
public struct DelaySubscriptionUntilPublisher<Upstream: Publisher, Trigger: Publisher>: Publisher, ReleasingPublisher
where Trigger.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is subscribed to later.
  public let upstream: Upstream

  /// The publisher whose first value, or finish, lets upstream be subscribed to.
  public let trigger: Trigger

  @inlinable
  public init(upstream: Upstream, trigger: Trigger) {
    (self.upstream, self.trigger) = (upstream, trigger)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let gate = TriggeredSubscription("DelaySubscriptionUntil")
    subscriber.receive(subscription: gate)
    trigger.subscribe(
      SubscribingTriggerInner<Trigger, Upstream, S>(
        upstream: upstream, inner: DelayedSubscriptionInner(downstream: subscriber, gate: gate)))
  }
}

extension DelaySubscriptionUntilPublisher: Equatable where Upstream: Equatable, Trigger: Equatable {}
extension DelaySubscriptionUntilPublisher: Sendable where Upstream: Sendable, Trigger: Sendable {}

/// Subscribes to upstream at the first value of the trigger, or at its finish.
@usableFromInline
struct SubscribingTriggerInner<Trigger: Publisher, Upstream: Publisher, Downstream: Subscriber>: TriggerInner
where
  Trigger.Failure == Upstream.Failure, Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure
{
  @usableFromInline typealias Input = Trigger.Output
  @usableFromInline typealias Failure = Trigger.Failure

  @usableFromInline let upstream: Upstream
  @usableFromInline let inner: DelayedSubscriptionInner<Downstream>

  @inlinable
  init(upstream: Upstream, inner: DelayedSubscriptionInner<Downstream>) {
    (self.upstream, self.inner) = (upstream, inner)
  }

  @inlinable var downstream: Downstream { inner.downstream }

  @inlinable var gate: TriggeredSubscription { inner.gate }

  @inlinable
  func receive(_ input: Trigger.Output) -> Subscribers.Demand {
    guard let ended = gate.takeTrigger() else { return .none }
    ended.cancel()
    upstream.subscribe(inner)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard let ended = gate.takeTrigger() else { return }
    withExtendedLifetime(ended) {}
    switch completion {
    case .finished: upstream.subscribe(inner)
    case .failure: end(completion)
    }
  }
}

extension PublisherNames {
  /// A publisher that subscribes to another when a second one delivers a value or finishes.
  public typealias DelaySubscriptionUntil<Upstream: Publisher, Trigger: Publisher> = DelaySubscriptionUntilPublisher<
    Upstream, Trigger
  > where Trigger.Failure == Upstream.Failure
}
