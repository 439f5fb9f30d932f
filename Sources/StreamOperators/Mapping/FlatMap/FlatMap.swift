public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, and merges the values of those publishers.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     flatMap { name in name == "a" ? a : b }
  ///     downstream    ---1-42-53--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["Ada", "Grace"].publisher
  ///   .flatMap { name in ["Hello, \(name)", "Bye, \(name)"].publisher }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it when each element starts work that is itself a publisher, such as a request, and every result counts.
  /// Without a bound, every element starts a publisher at once: a burst of a thousand makes a thousand requests. Pass
  /// `maxPublishers: .max(4)`; use `flatMapLatest` if only the newest counts, `concatMap` if the order does.
  ///
  /// - **Demand**: requests `maxPublishers` elements from upstream, and one more whenever a publisher finishes. Each
  ///   publisher receives unlimited demand if downstream has requested it, and otherwise requests for one value at a
  ///   time.
  /// - **Completion**: finishes when upstream and all the publishers have.
  /// - **Failure**: the first failure, of upstream or of a publisher, cancels the others, drops what is buffered and is
  ///   passed on.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock. Values of publishers that deliver at
  ///   the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of publishers that run, at most
  ///   `maxPublishers`, and of elements that arrive during a delivery.
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

// The compiler tries these forms after the general one: if all ranked equally, a chain of six would be too complex for
// the type-checker.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail, and merges the values of those publishers.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     flatMap { name in name == "a" ? a : b }
  ///     downstream    ---1-42-53--|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream and all the publishers have.
  /// - **Failure**: the first failure of a publisher cancels the others and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    Publishers.FlatMap(
      upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail, and merges the values of those publishers.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     flatMap { name in name == "a" ? a : b }
  ///     downstream    ---1-42-53--|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream and all the publishers have.
  /// - **Failure**: a failure of upstream cancels the publishers and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of concurrent publishers.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    Publishers.FlatMap(
      upstream: self, maxPublishers: maxPublishers, transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

extension Publishers {
  /// A publisher that transforms each element into a publisher, and merges the values of those publishers.
  @frozen
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are transformed into publishers.
    public let upstream: Upstream

    /// The maximum number of concurrent publishers.
    public let maxPublishers: Subscribers.Demand

    /// Transforms an element into a publisher.
    public let transform: @Sendable (Upstream.Output) -> NewPublisher

    @inlinable
    @preconcurrency
    public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let delivery = MergeDelivery<S>("FlatMap", MergePolicy(limit: maxPublishers), to: subscriber)
      delivery.begin(subscribing: FlatMapInner(delivery: delivery, transform: transform), to: upstream)
    }
  }
}

extension Publishers.FlatMap: Sendable where Upstream: Sendable {}
