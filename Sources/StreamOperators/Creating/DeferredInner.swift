internal import StreamCore

/// Forwards the signals of a source to the downstream of a ``DeferredSubscription``.
@frozen
@usableFromInline
struct DeferredInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: DeferredSubscription

  @inlinable
  init(downstream: Downstream, subscription: DeferredSubscription) {
    self.downstream = downstream
    self.subscription = subscription
  }

  /// Attaches a subscriber to a source that is created at the first demand.
  ///
  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - name: The description of its subscription.
  ///   - begin: Creates the source, and subscribes the inner that it receives.
  @inlinable
  static func serve(_ downstream: Downstream, as name: String, begin: @escaping (Self) -> Void) {
    let subscription = DeferredSubscription(name) { begin(Self(downstream: downstream, subscription: $0)) }
    downstream.receive(subscription: subscription)
    subscription.endHandover()
  }

  @usableFromInline var description: String { subscription.description }

  @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

  @inlinable
  func receive(subscription upstream: any Subscription) {
    subscription.attach(upstream)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  /// Delivers one value and the completion, or the failure.
  @inlinable
  func receive(_ result: Result<Downstream.Input, Downstream.Failure>) {
    switch result {
    case .success(let value):
      _ = downstream.receive(value)
      receive(completion: .finished)
    case .failure(let error):
      receive(completion: .failure(error))
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if subscription.end() { downstream.receive(completion: completion) }
  }
}
