public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of four others, as they arrive.
  ///
  ///     upstream      -1-----|
  ///     b             --2----|
  ///     c             ---3---|
  ///     d             ----4--|
  ///     e             -----5-|
  ///     merge(with: b, c, d, e)
  ///     downstream    -12345-|
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  /// - Returns: A publisher of the merged elements.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output,
    B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure
  {
    Publishers.Merge5(self, b, c, d, e)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of five others, as they arrive.
  @frozen
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher,
    ReleasingPublisher
  where
    A.Output == B.Output, B.Output == C.Output, C.Output == D.Output, D.Output == E.Output,
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// The third publisher.
    public let c: C

    /// The fourth publisher.
    public let d: D

    /// The fifth publisher.
    public let e: E

    /// Creates a publisher that republishes the elements of five others.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      MergeDelivery.merge(to: subscriber) { delivery in
        delivery.add(a)
        delivery.add(b)
        delivery.add(c)
        delivery.add(d)
        delivery.add(e)
      }
    }
  }
}

extension Publishers.Merge5: Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable {}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
