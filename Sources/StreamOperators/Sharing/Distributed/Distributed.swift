public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers each element to exactly one of the subscribers: a worker queue.
  ///
  ///     upstream      -1-2-3-4-5-|
  ///     distributed()
  ///     slow: demand  1-----1-----
  ///     fast          -1---3-4---|
  ///     slow          ---2-----5-|
  ///
  /// ```swift
  /// import Streams
  /// import StreamTesting
  ///
  /// let scheduler = TestScheduler()
  /// let jobs = ["a", "b", "c", "d"].publisher.distributed()
  /// func worker(_ name: String, secondsForJob: Int) -> AnyCancellable {
  ///   jobs
  ///     .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: .seconds(secondsForJob), scheduler: scheduler) }
  ///     .sink { print(name, "has done", $0) }
  /// }
  /// let workers = [worker("fast", secondsForJob: 1), worker("slow", secondsForJob: 3)]
  /// scheduler.advance(by: 3)
  /// ```
  ///
  /// Use it for workers that come and go: each element is handled once, by one of them that is free. A `sink` requests
  /// unlimited demand, so it is always free: elements go to sinks in turn, however busy they are. A worker must request
  /// one element at a time, as with `flatMap(maxPublishers: .max(1))` or `asyncMap`.
  ///
  /// Subscribes to upstream at the first subscription. Subscribers come and go: one that cancels leaves what it has
  /// requested and not received to the others, or to the next that subscribes. So it does not cancel upstream, not even
  /// if it was the last: upstream is cancelled when this publisher has been released and has no subscriber.
  ///
  /// - **Demand**: requests from upstream as much as the subscribers have requested together; unlimited demand counts
  ///   as 32 elements at a time. The subscribers with demand receive an element each in turn, the one that has waited
  ///   longest first: one that requests the next element when it is done with the last gets more if it is faster.
  ///   Without demand nothing is requested. An element that was requested for a subscriber that has cancelled waits.
  /// - **Completion**: sent to all subscribers, once no element waits; later ones receive it immediately.
  /// - **Failure**: as the completion. If no subscriber has received it when the publisher is released, it is reported
  ///   to the `FailureHook`.
  /// - **Threads**: delivers where upstream delivers; an element or a completion that waited, where a subscriber
  ///   requests or subscribes. Deliveries to different subscribers do not overlap either: to work in parallel, a
  ///   subscriber takes its elements elsewhere. Subscribing, requesting and cancelling may be done on any thread.
  ///
  /// - Returns: A publisher, of class type, whose subscribers share the elements out among themselves.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers, as are subscribing and cancelling.
  @_disfavoredOverload
  @inlinable
  public func distributed() -> Publishers.Distributed<Self> {
    DistributedPublisher(upstream: self)
  }
}

/// A publisher that delivers each element to exactly one of its subscribers.
public final class DistributedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher, Equatable {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are distributed.
  public let upstream: Upstream

  @usableFromInline let hub = DistributionHub<Output, Failure>()

  /// Creates a publisher that delivers each element to exactly one of its subscribers.
  ///
  /// - Parameter upstream: The publisher whose elements are distributed.
  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  deinit { hub.loseOwner() }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if hub.attach(ErasedSubscriber(subscriber)) { upstream.subscribe(DistributedInner(hub: hub)) }
  }

  /// Whether two references point to the same object.
  public static func == (lhs: DistributedPublisher, rhs: DistributedPublisher) -> Bool {
    lhs === rhs
  }
}

// Elements may cross from upstream's thread to another one that is delivering.
extension DistributedPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension PublisherNames {
  /// ``DistributedPublisher``, under a short name that a client's own type overrides.
  public typealias Distributed<Upstream: Publisher> = DistributedPublisher<Upstream>
}

/// Takes the elements to the hub.
@usableFromInline
struct DistributedInner<Input, Failure: Error>: StageSubscriber {
  @usableFromInline let hub: DistributionHub<Input, Failure>
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(hub: DistributionHub<Input, Failure>) {
    self.hub = hub
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { hub.pipelineEnd }

  @usableFromInline var description: String { "Distributed" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard hub.state.withLock({ $0.upstream.attach(subscription) }) else { return subscription.cancel() }
    hub.requestMore()
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    switch hub.state.withLock({ $0.add(input) }) {
    case .wait: break
    case .deliver: hub.deliver()
    case .drop: DropHook.reportBeyondDemand(description)
    }
    return hub.state.withLock { $0.takeDemand() }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    let subscription = hub.state.withLock { $0.end(with: completion) }
    withExtendedLifetime(subscription) {}
    hub.deliverIfDue()
  }
}
