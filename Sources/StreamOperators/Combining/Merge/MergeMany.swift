public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of another of the same type, as they arrive.
  ///
  ///     upstream      -1---2---|
  ///     other         ---7---8---9|
  ///     merge(with: other)
  ///     downstream    -1-7-2-8---9|
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when both have finished.
  /// - **Failure**: the first failure cancels the other, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the merged elements, to which more publishers of the same type can be added.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @_disfavoredOverload
  @inlinable
  public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany(self, other)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of any number of others, all of one type, as they arrive.
  @frozen
  public struct MergeMany<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers whose elements are republished.
    public let publishers: [Upstream]

    @inlinable
    public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Creates a publisher that republishes the elements of others.
    ///
    /// - Parameter upstream: The publishers, in the order in which they are subscribed to.
    @inlinable
    public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      MergeDelivery.merge(to: subscriber) { delivery in
        for publisher in publishers { delivery.add(publisher) }
      }
    }

    /// Adds a publisher whose elements are republished too, as they arrive.
    ///
    ///     upstream      -1---2---|
    ///     other         ---7---8---9|
    ///     merge(with: other)
    ///     downstream    -1-7-2-8---9|
    ///
    /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests
    ///   for one value at a time.
    /// - **Completion**: finishes when all have finished.
    /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
    /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the merged elements.
    /// - Complexity: O(*n*) for the call and the subscription, and O(1) for each element, where *n* is the number of
    ///   publishers.
    @inlinable
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Sendable where Upstream: Sendable {}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
