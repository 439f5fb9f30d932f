public import StreamCore
public import StreamParts

extension Publisher {
  /// Ignores this publisher's elements, and continues with another publisher when it has finished.
  ///
  ///     upstream      -1--2--|
  ///     next                 ^-8-9|
  ///     then { next }
  ///     downstream    ---------8-9|
  ///
  /// - **Demand**: passed to the second publisher only; requests `maxDemand` elements from upstream at the
  ///   subscription, and one more for each element that arrives.
  /// - **Completion**: finishes when the second publisher has finished.
  /// - **Failure**: a failure of either is passed on; after a failure of upstream, `makeNext` is not called.
  /// - **Threads**: `makeNext` runs where upstream finishes, never under a lock; elements are delivered where the
  ///   second publisher delivers.
  ///
  /// - Parameters:
  ///   - maxDemand: The maximum outstanding demand for elements of upstream: one or more. `.none` is a programming
  ///     error, and traps.
  ///   - makeNext: Creates the publisher to continue with. It runs once for each subscriber.
  /// - Returns: A publisher of the elements of the second publisher.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func then<Child: Publisher>(
    maxDemand: Subscribers.Demand = .unlimited, _ makeNext: @escaping @Sendable () -> Child
  ) -> Publishers.Then<Child, Self> where Child.Failure == Failure {
    Publishers.Then(upstream: self, maxDemand: maxDemand, transform: makeNext)
  }
}

/// A publisher that ignores the elements of another, and continues with the next when it has finished.
@frozen
public struct ThenPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher to wait for.
  public let upstream: Upstream

  /// The maximum outstanding demand for elements of upstream.
  public let maxDemand: Subscribers.Demand

  /// Creates the publisher to continue with.
  public let transform: @Sendable () -> Child

  /// Creates a publisher that ignores the elements of another, and continues with the next when it has finished.
  ///
  /// - Parameters:
  ///   - upstream: The publisher to wait for.
  ///   - maxDemand: The maximum outstanding demand for elements of upstream: one or more. None traps.
  ///   - transform: Creates the publisher to continue with.
  @inlinable
  @preconcurrency
  public init(upstream: Upstream, maxDemand: Subscribers.Demand, transform: @escaping @Sendable () -> Child) {
    precondition(maxDemand != .none, "A publisher that is asked for no elements may never finish (rule 9).")
    self.upstream = upstream
    self.maxDemand = maxDemand
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      ThenInner<Upstream.Output, Child, S>(downstream: subscriber, maxDemand: maxDemand, transform: transform))
  }
}

extension PublisherNames {
  /// ``ThenPublisher``, under a short name that a client's own type overrides.
  public typealias Then<Child: Publisher, Upstream: Publisher> = ThenPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension ThenPublisher: Sendable where Upstream: Sendable {}

/// Discards upstream's elements, and subscribes downstream to the next publisher when upstream has finished.
@usableFromInline
struct ThenInner<Input, Child: Publisher, Downstream: Subscriber>: InnerSubscriber
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let maxDemand: Subscribers.Demand
  @usableFromInline let transform: () -> Child
  @usableFromInline let arbiter = SubscriptionArbiter("Then")

  @inlinable
  init(downstream: Downstream, maxDemand: Subscribers.Demand, transform: @escaping () -> Child) {
    self.downstream = downstream
    self.maxDemand = maxDemand
    self.transform = transform
  }

  @usableFromInline var description: String { arbiter.description }

  @inlinable var combineIdentifier: CombineIdentifier { arbiter.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    // Downstream's demand is for the second publisher: the arbiter keeps it until that attaches, at epoch 1.
    guard arbiter.attach(subscription, epoch: 0, takesDemand: false) else { return }
    downstream.receive(subscription: arbiter)
    if !arbiter.isTerminated { subscription.request(maxDemand) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // Unlimited demand stays unlimited.
    .max(1)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextEpoch = arbiter.endEpoch(0) else { return FailureHook.report(late: completion, at: arbiter) }
    switch completion {
    case .finished:
      transform().subscribe(
        FinalArbitratedInner(downstream: downstream, arbiter: arbiter, epoch: nextEpoch, convert: { $0 }))
    case .failure: arbiter.end(downstream, with: completion)
    }
  }
}
