public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines each element with the elements at the same position of two other publishers.
  ///
  ///     upstream      -1--2------|
  ///     a             --3----4---|
  ///     b             ---5----6--7|
  ///     zip(a, b)
  ///     downstream    ---A----B--|
  ///     A = (1, 3, 5), B = (2, 4, 6)
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
  /// - **Threads**: a tuple is delivered where its last element arrives, or by a thread that is delivering an earlier
  ///   tuple; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - publisher1: The publisher of the second elements.
  ///   - publisher2: The publisher of the third elements.
  /// - Returns: A publisher of tuples.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @inlinable
  public func zip<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Combines each element with the elements at the same position of two other publishers, and transforms each tuple.
  ///
  ///     upstream      -1--2------|
  ///     a             --3----4---|
  ///     b             ---1----2--5|
  ///     zip(a, b) { $0 + $1 + $2 }
  ///     downstream    ---5----8--|
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
  /// - **Threads**: `transform` runs where the tuple is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - publisher1: The publisher of the second elements.
  ///   - publisher2: The publisher of the third elements.
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @inlinable
  @preconcurrency
  public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping @Sendable (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
    Publishers.Map(upstream: zip(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// A publisher that combines the elements of three others by position.
  @frozen
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher, ReleasingPublisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    /// A tuple of one element of each.
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The publisher of the first elements.
    public let a: A

    /// The publisher of the second elements.
    public let b: B

    /// The publisher of the third elements.
    public let c: C

    /// Creates a publisher that combines the elements of three others by position.
    ///
    /// - Parameters:
    ///   - a: The publisher of the first elements.
    ///   - b: The publisher of the second elements.
    ///   - c: The publisher of the third elements.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let delivery = SidesDelivery<S>("Zip", SidesPolicy(.byPosition), to: subscriber)
      let sideA = SideInner<A.Output, S>(0, of: delivery)
      let sideB = SideInner<B.Output, S>(1, of: delivery)
      let sideC = SideInner<C.Output, S>(2, of: delivery)
      delivery.begin([sideA, sideB, sideC]) { (sideA.takeFirst(), sideB.takeFirst(), sideC.takeFirst()) }
      a.subscribe(sideA)
      b.subscribe(sideB)
      c.subscribe(sideC)
    }
  }
}

extension Publishers.Zip3: Sendable where A: Sendable, B: Sendable, C: Sendable {}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
