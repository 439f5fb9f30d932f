public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, and republishes the elements of the latest one.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1!
  ///     b                 ^4--5|
  ///     flatMapLatest { name in name == "a" ? a : b }
  ///     downstream    ---1-4--5---|
  ///
  /// - **Demand**: requests unlimited demand from upstream; the outstanding demand of downstream is requested from each
  ///   new publisher.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of upstream or of the latest publisher cancels the other, drops what is queued and is
  ///   passed on.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock, after the previous publisher has been
  ///   cancelled. Deliveries never overlap, even if upstream and the publishers deliver on different threads.
  ///
  /// - Parameter transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the elements of the latest publisher.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapLatest<Child: Publisher>(
    _ transform: @escaping @Sendable (Output) -> Child
  ) -> Publishers.FlatMapLatest<Child, Self> where Child.Failure == Failure {
    Publishers.FlatMapLatest(upstream: self, transform: transform)
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail, and republishes the elements of the latest one.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1!
  ///     b                 ^4--5|
  ///     flatMapLatest { name in name == "a" ? a : b }
  ///     downstream    ---1-4--5---|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of a publisher cancels upstream, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameter transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of the latest publisher.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapLatest<Child: Publisher>(
    _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapLatest<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("flatMapLatest needs a closure.") }
    return Publishers.FlatMapLatest(upstream: setFailureType(to: Child.Failure.self), transform: transform)
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail, and republishes the elements of the latest one.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1!
  ///     b                 ^4--5|
  ///     flatMapLatest { name in name == "a" ? a : b }
  ///     downstream    ---1-4--5---|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when both upstream and the latest publisher have finished.
  /// - **Failure**: a failure of upstream cancels the publisher that runs, drops what is queued and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameter transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of the latest publisher.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapLatest<Child: Publisher>(
    _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapLatest<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
    guard let transform else { preconditionFailure("flatMapLatest needs a closure.") }
    return Publishers.FlatMapLatest(upstream: self, transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

/// A publisher that transforms each element of another into a publisher, and republishes the elements of the latest
/// publisher.
@frozen
public struct FlatMapLatestPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
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
    upstream.subscribe(FlatMapLatestInner(to: subscriber, transform: transform))
  }
}

extension PublisherNames {
  /// ``FlatMapLatestPublisher``, under a short name that a client's own type overrides.
  public typealias FlatMapLatest<Child: Publisher, Upstream: Publisher> = FlatMapLatestPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension FlatMapLatestPublisher: Sendable where Upstream: Sendable {}

/// Cancels the latest publisher, then transforms the element into the next.
@frozen
@usableFromInline
struct FlatMapLatestInner<Input, Child: Publisher, Downstream: Subscriber>: OuterInner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let delivery: SwitchDelivery<Downstream>
  @usableFromInline let transform: (Input) -> Child

  @inlinable
  init(to downstream: Downstream, transform: @escaping (Input) -> Child) {
    delivery = SwitchDelivery<Downstream>("FlatMapLatest", SwitchPolicy(), to: downstream)
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // Cancelling the previous publisher may have cancelled the stream, or may have made upstream send a later element.
    guard let epoch = delivery.beginEpoch(), delivery.isAwaiting(epoch: epoch) else { return .none }
    transform(input).subscribe(SwitchInner(delivery: delivery, epoch: epoch))
    return .none
  }
}
