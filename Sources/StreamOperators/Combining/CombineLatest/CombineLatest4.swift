public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and three others, whenever any of them delivers one.
  ///
  ///     upstream      -1-----2----|
  ///     a             --3-------4-|
  ///     b             ---5-----6--|
  ///     c             ----7-------|
  ///     combineLatest(a, b, c)
  ///     downstream    ----A--B-CD-|
  ///     A = (1, 3, 5, 7), B = (2, 3, 5, 7), C = (2, 3, 6, 7), D = (2, 4, 6, 7)
  ///
  /// - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: a tuple is delivered where its newest element arrives, where downstream requests it, or by a
  ///   thread that is delivering an earlier tuple; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - publisher1: The publisher of the second elements.
  ///   - publisher2: The publisher of the third elements.
  ///   - publisher3: The publisher of the fourth elements.
  /// - Returns: A publisher of tuples, the first once all have delivered an element.
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Combines the latest elements of this publisher and three others, and transforms each tuple.
  ///
  ///     upstream      -1-----2----|
  ///     a             --1-------2-|
  ///     b             ---1-----2--|
  ///     c             ----2-------|
  ///     combineLatest(a, b, c) { $0 + $1 + $2 + $3 }
  ///     downstream    ----5--6-78-|
  ///
  /// - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: `transform` runs where the tuple is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - publisher1: The publisher of the second elements.
  ///   - publisher2: The publisher of the third elements.
  ///   - publisher3: The publisher of the fourth elements.
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @inlinable
  @preconcurrency
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping @Sendable (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2, publisher3)) { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher that combines the latest elements of four others.
  @frozen
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher, ReleasingPublisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    /// The latest element of each.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure

    /// The publisher of the first elements.
    public let a: A

    /// The publisher of the second elements.
    public let b: B

    /// The publisher of the third elements.
    public let c: C

    /// The publisher of the fourth elements.
    public let d: D

    /// Creates a publisher that combines the latest elements of four others.
    ///
    /// - Parameters:
    ///   - a: The publisher of the first elements.
    ///   - b: The publisher of the second elements.
    ///   - c: The publisher of the third elements.
    ///   - d: The publisher of the fourth elements.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let delivery = SidesDelivery<S>("CombineLatest", SidesPolicy(.latest), to: subscriber)
      let sideA = SideInner<A.Output, S>(0, of: delivery)
      let sideB = SideInner<B.Output, S>(1, of: delivery)
      let sideC = SideInner<C.Output, S>(2, of: delivery)
      let sideD = SideInner<D.Output, S>(3, of: delivery)
      delivery.begin([sideA, sideB, sideC, sideD]) { (sideA.latest(), sideB.latest(), sideC.latest(), sideD.latest()) }
      a.subscribe(sideA)
      b.subscribe(sideB)
      c.subscribe(sideC)
      d.subscribe(sideD)
    }
  }
}

extension Publishers.CombineLatest4: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
