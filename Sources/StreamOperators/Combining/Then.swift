public import StreamCore
public import StreamParts

extension Publisher {
  /// Waits until this publisher has finished, whatever it delivers, then goes on with another one.
  ///
  ///     upstream      --1--2--|
  ///     then { Just(9) }
  ///     downstream    --------9|
  ///
  /// - **Demand**: goes to the second publisher alone; upstream is asked for `maxDemand` elements when it is subscribed
  ///   to, then for one for each that has come.
  /// - **Completion**: finishes when the second publisher does.
  /// - **Failure**: that of either is passed on; if the first fails, `makeNext` is not called.
  /// - **Threads**: `makeNext` runs where upstream finishes, never under a lock; delivers where the second publisher does.
  ///
  /// - Parameters:
  ///   - maxDemand: How many elements of upstream may be under way at a time: one or more. None is a programmer's error,
  ///     and traps.
  ///   - makeNext: Makes the publisher to go on with. It runs once for each subscriber.
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

/// A publisher that waits until another has finished, then goes on with the next.
@frozen
public struct ThenPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  /// The kind of value that the second publisher delivers.
  public typealias Output = Child.Output

  /// The kind of error that both may fail with.
  public typealias Failure = Upstream.Failure

  /// The publisher to wait for.
  public let upstream: Upstream

  /// How many elements of upstream may be under way at a time.
  public let maxDemand: Subscribers.Demand

  /// Makes the publisher to go on with.
  public let transform: @Sendable () -> Child

  /// Makes a publisher that waits until another has finished, then goes on with the next.
  ///
  /// - Parameters:
  ///   - upstream: The publisher to wait for.
  ///   - maxDemand: How many elements of upstream may be under way at a time: one or more. None traps.
  ///   - transform: Makes the publisher to go on with.
  @inlinable
  @preconcurrency
  public init(upstream: Upstream, maxDemand: Subscribers.Demand, transform: @escaping @Sendable () -> Child) {
    precondition(maxDemand != .none, "A publisher that is asked for no elements may never finish (rule 9).")
    self.upstream = upstream
    self.maxDemand = maxDemand
    self.transform = transform
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      ThenInner<Upstream.Output, Child, S>(downstream: subscriber, maxDemand: maxDemand, transform: transform))
  }
}

extension PublisherNames {
  /// ``ThenPublisher``, by the short name that gives way to a type of a client.
  public typealias Then<Child: Publisher, Upstream: Publisher> = ThenPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension ThenPublisher: Sendable where Upstream: Sendable {}

/// Takes the elements that nobody wants, and at their end subscribes downstream to the next publisher.
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
    guard arbiter.attach(subscription, epoch: 0, takesDemand: false) else { return }
    downstream.receive(subscription: arbiter)
    if !arbiter.isTerminated { subscription.request(maxDemand) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // Nothing is added to what is unlimited.
    .max(1)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextEpoch = arbiter.endEpoch(0) else { return }
    switch completion {
    case .finished:
      transform().subscribe(
        FinalArbitratedInner(downstream: downstream, arbiter: arbiter, epoch: nextEpoch, convert: { $0 }))
    case .failure:
      if arbiter.terminate() { downstream.receive(completion: completion) }
    }
  }
}
