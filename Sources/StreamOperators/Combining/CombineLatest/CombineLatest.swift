public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and another, whenever either delivers one.
  ///
  ///     upstream      -1-2---3----4|
  ///     other         ----a----b---|
  ///     combineLatest(other)
  ///     downstream    ----A--B-C--D|
  ///     A = (2, "a"), B = (3, "a"), C = (3, "b"), D = (4, "b")
  ///
  /// ```swift
  /// import Streams
  ///
  /// let price = PassthroughSubject<Int, Never>()
  /// let count = PassthroughSubject<Int, Never>()
  /// let cancellable = price.combineLatest(count).sink { print($0 * $1) }
  /// price.send(10)
  /// count.send(2)
  /// count.send(3)
  /// price.send(20)
  /// ```
  ///
  /// Use it to compute something from the newest elements of several publishers, such as the fields of a form. Nothing
  /// is delivered until each publisher has delivered an element, and the earlier elements of the others are lost. Give
  /// those that come late a first element with `prepend`.
  ///
  /// - **Demand**: passed to both; of the pairs that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: a pair is delivered where its newest element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier pair; deliveries never overlap.
  ///
  /// - Parameter other: The publisher of the second elements.
  /// - Returns: A publisher of pairs, the first once all have delivered an element.
  /// - Complexity: O(1) for each pair; O(*n*) memory, where *n* is the number of pairs that arrive during a delivery.
  @inlinable
  public func combineLatest<P: Publisher>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Combines the latest elements of this publisher and another, and transforms each pair.
  ///
  ///     upstream      -1---2----3--|
  ///     other         ---3----5----|
  ///     combineLatest(other) { $0 + $1 }
  ///     downstream    ---4-5--7-8--|
  ///
  /// - **Demand**: passed to both; of the pairs that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: `transform` runs where the pair is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements.
  ///   - transform: Transforms a pair into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each pair; O(*n*) memory, where *n* is the number of pairs that arrive during a delivery.
  @inlinable
  @preconcurrency
  public func combineLatest<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    Publishers.Map(upstream: combineLatest(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that combines the latest elements of two others.
  @frozen
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
  where A.Failure == B.Failure {
    /// The latest element of each.
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The publisher of the first elements.
    public let a: A

    /// The publisher of the second elements.
    public let b: B

    /// Creates a publisher that combines the latest elements of two others.
    ///
    /// - Parameters:
    ///   - a: The publisher of the first elements.
    ///   - b: The publisher of the second elements.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      combine(to: subscriber)
    }

    /// Subscribes to both, for this operator or for one that delays failures.
    ///
    /// - Parameters:
    ///   - name: The name of the operator.
    ///   - delaying: Keeps the failures until both publishers have ended; `nil` if the first ends the stream.
    ///   - subscriber: The receiver of the pairs.
    @inlinable @inline(__always)
    func combine<S: Subscriber>(
      as name: String = "CombineLatest", delaying: DelayedFailures<Failure>? = nil, to subscriber: S
    ) where S.Input == Output, S.Failure == Failure {
      let delivery = SidesDelivery<S>(name, SidesPolicy(.latest), delaying: delaying, to: subscriber)
      let sideA = SideInner<A.Output, S>(0, of: delivery)
      let sideB = SideInner<B.Output, S>(1, of: delivery)
      delivery.begin([sideA, sideB]) { (sideA.latest(), sideB.latest()) }
      a.subscribe(sideA)
      b.subscribe(sideB)
    }
  }
}

extension Publishers.CombineLatest: Sendable where A: Sendable, B: Sendable {}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
