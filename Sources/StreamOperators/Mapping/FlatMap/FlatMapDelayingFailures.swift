public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, merges the values of those publishers, and fails only when all have
  /// ended.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2#
  ///     b                 ^4--5|
  ///     flatMapDelayingFailures { name in name == "a" ? a : b }
  ///     downstream    ---1-42-5---#
  ///
  /// - **Demand**: requests `maxPublishers` elements from upstream, and one more whenever a publisher ends. Each
  ///   publisher receives unlimited demand if downstream has requested it, and otherwise requests for one value at a
  ///   time.
  /// - **Completion**: finishes when upstream and all the publishers have.
  /// - **Failure**: a failure, of upstream or of a publisher, neither cancels the others nor drops a value. When all
  ///   have ended, and what is buffered has been delivered, the stream fails with all failures, in the order in which
  ///   they arrived. Those that wait when downstream cancels are reported to `FailureHook`.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock. Values of publishers that deliver at
  ///   the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values, which fails with all failures.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of publishers that run, at most
  ///   `maxPublishers`, of failures, and of elements that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapDelayingFailures<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> Child
  ) -> Publishers.FlatMapDelayingFailures<Child, Self> where Child.Failure == Failure {
    Publishers.FlatMapDelayingFailures(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Like ``StreamCore/Publisher/flatMapDelayingFailures(maxPublishers:_:)``, of a publisher that cannot fail.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the values of all the publishers.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapDelayingFailures<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapDelayingFailures<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("flatMapDelayingFailures needs a closure.") }
    return Publishers.FlatMapDelayingFailures(
      upstream: setFailureType(to: Child.Failure.self), maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Like ``StreamCore/Publisher/flatMapDelayingFailures(maxPublishers:_:)``, with publishers that cannot fail.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the values of all the publishers.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapDelayingFailures<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapDelayingFailures<Publishers.SetFailureType<Child, Failure>, Self>
  where Child.Failure == Never {
    guard let transform else { preconditionFailure("flatMapDelayingFailures needs a closure.") }
    return Publishers.FlatMapDelayingFailures(
      upstream: self, maxPublishers: maxPublishers, transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

/// A publisher that transforms each element of another into a publisher, merges the values of those publishers, and
/// fails only when all have ended.
@frozen
public struct FlatMapDelayingFailuresPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  /// All failures.
  public typealias Failure = MergedFailures<Upstream.Failure>

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of concurrent publishers.
  public let maxPublishers: Subscribers.Demand

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping @Sendable (Upstream.Output) -> Child
  ) {
    self.upstream = upstream
    self.maxPublishers = maxPublishers
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let name = "FlatMapDelayingFailures"
    let delivery = MergeDelivery<S>(
      name, MergePolicy(limit: maxPublishers), delaying: DelayedFailures(), to: subscriber)
    let inner = FlatMapInner(delivery: delivery) { [transform] (input: Upstream.Output) in
      DelayedFailuresUpstream(transform(input), of: name)
    }
    delivery.begin(subscribing: inner, to: DelayedFailuresUpstream(upstream, of: name))
  }
}

extension PublisherNames {
  /// ``FlatMapDelayingFailuresPublisher``, under a short name that a client's own type overrides.
  public typealias FlatMapDelayingFailures<Child: Publisher, Upstream: Publisher> = FlatMapDelayingFailuresPublisher<
    Child, Upstream
  >
  where Child.Failure == Upstream.Failure
}

extension FlatMapDelayingFailuresPublisher: Sendable where Upstream: Sendable {}
