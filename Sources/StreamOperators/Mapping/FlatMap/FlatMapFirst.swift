public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher unless one is running, and republishes its elements.
  ///
  ///     upstream      -a--b-------b----|
  ///     a              ^-1--2--3|
  ///     b                         ^4--5|
  ///     flatMapFirst { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3---4--5|
  ///
  /// An element that arrives while a publisher runs is left out: `transform` is not called for it. `concatMap` queues
  /// such elements; `flatMapLatest` switches to them.
  ///
  /// - **Demand**: requests unlimited demand from upstream; the outstanding demand of downstream is requested from each
  ///   publisher.
  /// - **Completion**: finishes when upstream has finished and no publisher is running.
  /// - **Failure**: a failure of upstream or of the publisher that runs cancels the other, drops what is queued and is
  ///   passed on.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock. Deliveries never overlap, even if
  ///   upstream and the publishers deliver on different threads.
  ///
  /// - Parameter transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the elements of one publisher at a time.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapFirst<Child: Publisher>(
    _ transform: @escaping @Sendable (Output) -> Child
  ) -> Publishers.FlatMapFirst<Child, Self> where Child.Failure == Failure {
    Publishers.FlatMapFirst(upstream: self, transform: transform)
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail unless one is running, and republishes its elements.
  ///
  ///     upstream      -a--b-------b----|
  ///     a              ^-1--2--3|
  ///     b                         ^4--5|
  ///     flatMapFirst { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3---4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream has finished and no publisher is running.
  /// - **Failure**: a failure of a publisher cancels upstream, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameter transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of one publisher at a time.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapFirst<Child: Publisher>(
    _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapFirst<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("flatMapFirst needs a closure.") }
    return Publishers.FlatMapFirst(upstream: setFailureType(to: Child.Failure.self), transform: transform)
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail
  /// unless one is running, and republishes its elements.
  ///
  ///     upstream      -a--b-------b----|
  ///     a              ^-1--2--3|
  ///     b                         ^4--5|
  ///     flatMapFirst { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3---4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream has finished and no publisher is running.
  /// - **Failure**: a failure of upstream cancels the publisher that runs, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameter transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of one publisher at a time.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapFirst<Child: Publisher>(
    _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapFirst<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
    guard let transform else { preconditionFailure("flatMapFirst needs a closure.") }
    return Publishers.FlatMapFirst(upstream: self, transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

/// A publisher that transforms each element of another into a publisher, and republishes the elements of one publisher
/// at a time.
@frozen
public struct FlatMapFirstPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Child) {
    self.upstream = upstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(FlatMapFirstInner(to: subscriber, transform: transform))
  }
}

extension PublisherNames {
  /// ``FlatMapFirstPublisher``, under a short name that a client's own type overrides.
  public typealias FlatMapFirst<Child: Publisher, Upstream: Publisher> = FlatMapFirstPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension FlatMapFirstPublisher: Sendable where Upstream: Sendable {}

/// Transforms an element into a publisher, unless one is running.
@frozen
@usableFromInline
struct FlatMapFirstInner<Input, Child: Publisher, Downstream: Subscriber>: OuterInner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let delivery: SwitchDelivery<Downstream>
  @usableFromInline let transform: (Input) -> Child

  @inlinable
  init(to downstream: Downstream, transform: @escaping (Input) -> Child) {
    delivery = SwitchDelivery<Downstream>("FlatMapFirst", SwitchPolicy(), to: downstream)
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // The epoch begins before `transform` is called, so an element that upstream sends from inside `transform` is
    // skipped too.
    guard let epoch = delivery.state.withLock({ $0.policy.beginEpochIfIdle() }) else { return .none }
    transform(input).subscribe(SwitchInner(delivery: delivery, epoch: epoch))
    return .none
  }
}
