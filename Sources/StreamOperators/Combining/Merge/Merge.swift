public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of another, as they arrive.
  ///
  ///     upstream      -1---2---|
  ///     other         ---7---8---9|
  ///     merge(with: other)
  ///     downstream    -1-7-2-8---9|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let clicks = PassthroughSubject<String, Never>()
  /// let keys = PassthroughSubject<String, Never>()
  /// let cancellable = clicks.merge(with: keys).sink { print($0) }
  /// clicks.send("click")
  /// keys.send("Enter")
  /// clicks.send("click")
  /// ```
  ///
  /// Use it to handle the elements of several publishers alike, in the order in which they arrive. To pair elements use
  /// `zip`; to combine the newest of each, `combineLatest`. The stream finishes only when all have finished: one
  /// publisher that never ends keeps it open.
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the merged elements.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge<Self, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge(self, other)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of two others, as they arrive.
  @frozen
  public struct Merge<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
  where
    A.Output == B.Output,
    A.Failure == B.Failure
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// Creates a publisher that republishes the elements of two others.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      MergeDelivery.merge(to: subscriber) { delivery in
        delivery.add(a)
        delivery.add(b)
      }
    }
  }
}

extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
