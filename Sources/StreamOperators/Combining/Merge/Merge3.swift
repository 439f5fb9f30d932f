public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of two others, as they arrive.
  ///
  ///     upstream      -1----2-----|
  ///     b             ---3-------4-|
  ///     c             --5-----6|
  ///     merge(with: b, c)
  ///     downstream    -153--2-6--4-|
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
  /// - Returns: A publisher of the merged elements.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @inlinable
  public func merge<B: Publisher, C: Publisher>(
    with b: B, _ c: C
  ) -> Publishers.Merge3<Self, B, C>
  where
    B.Output == Output, C.Output == Output,
    B.Failure == Failure, C.Failure == Failure
  {
    Publishers.Merge3(self, b, c)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of three others, as they arrive.
  @frozen
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher, ReleasingPublisher
  where
    A.Output == B.Output, B.Output == C.Output,
    A.Failure == B.Failure, B.Failure == C.Failure
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A

    /// The second publisher.
    public let b: B

    /// The third publisher.
    public let c: C

    /// Creates a publisher that republishes the elements of three others.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      MergeDelivery.merge(to: subscriber) { delivery in
        delivery.add(a)
        delivery.add(b)
        delivery.add(c)
      }
    }
  }
}

extension Publishers.Merge3: Sendable where A: Sendable, B: Sendable, C: Sendable {}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
