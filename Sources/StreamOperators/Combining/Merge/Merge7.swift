public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements of this publisher and of six others, as they arrive.
  ///
  ///     upstream      -1-------|
  ///     b             --2------|
  ///     c             ---3-----|
  ///     d             ----4----|
  ///     e             -----5---|
  ///     f             ------6--|
  ///     g             -------7-|
  ///     merge(with: b, c, d, e, f, g)
  ///     downstream    -1234567-|
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
  ///   - f: The sixth publisher.
  ///   - g: The seventh publisher.
  /// - Returns: A publisher of the merged elements.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery: at most one of each publisher, unless downstream has requested everything.
  @inlinable
  public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    B.Output == Output, C.Output == Output, D.Output == Output, E.Output == Output, F.Output == Output,
    G.Output == Output,
    B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure,
    G.Failure == Failure
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of seven others, as they arrive.
  @frozen
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher, ReleasingPublisher
  where
    A.Output == B.Output, B.Output == C.Output, C.Output == D.Output, D.Output == E.Output, E.Output == F.Output,
    F.Output == G.Output,
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, F.Failure == G.Failure
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

    /// The sixth publisher.
    public let f: F

    /// The seventh publisher.
    public let g: G

    /// Creates a publisher that republishes the elements of seven others.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    ///   - g: The seventh publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      MergeDelivery.merge(to: subscriber) { delivery in
        delivery.add(a)
        delivery.add(b)
        delivery.add(c)
        delivery.add(d)
        delivery.add(e)
        delivery.add(f)
        delivery.add(g)
      }
    }
  }
}

extension Publishers.Merge7: Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable {}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
