public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the element at the same position of another publisher.
  ///
  ///     upstream      -1-2-3------|
  ///     other         ----a----b-c--|
  ///     zip(other)
  ///     downstream    ----A----B-C|
  ///     A = (1, "a"), B = (2, "b"), C = (3, "c")
  ///
  /// ```swift
  /// import Streams
  ///
  /// let runners = ["Ada", "Bo", "Cy"].publisher
  /// let medals = ["gold", "silver"].publisher
  /// let cancellable = runners.zip(medals).sink { print("\($1): \($0)") }
  /// ```
  ///
  /// Use it to pair elements by their position, such as each question with its answer. What the faster publisher
  /// delivers is queued without a bound until its partner arrives. Bound the queue with `zip(_:bufferSize:whenFull:)`,
  /// or use `combineLatest` or `withLatestFrom` if the newest values are meant.
  ///
  /// - **Demand**: passed to both; elements are queued until their partner arrives.
  /// - **Completion**: finishes, and cancels the other, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the other, drops what is queued and is passed on.
  /// - **Threads**: a pair is delivered where its last element arrives, or by a thread that is delivering an earlier
  ///   pair; deliveries never overlap.
  ///
  /// - Parameter other: The publisher of the second elements.
  /// - Returns: A publisher of pairs.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for a partner.
  @inlinable
  public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    Publishers.Zip(self, other)
  }

  /// Pairs each element with the element at the same position of another publisher, and transforms each pair.
  ///
  ///     upstream      -1-2-3------|
  ///     other         ----4----5-6--|
  ///     zip(other) { $0 + $1 }
  ///     downstream    ----5----7-9|
  ///
  /// - **Demand**: passed to both; elements are queued until their partner arrives.
  /// - **Completion**: finishes, and cancels the other, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the other, drops what is queued and is passed on.
  /// - **Threads**: `transform` runs where the pair is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements.
  ///   - transform: Transforms a pair into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for a partner.
  @inlinable
  @preconcurrency
  public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    Publishers.Map(upstream: zip(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that pairs the elements of two others by position.
  @frozen
  public struct Zip<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher where A.Failure == B.Failure {
    /// A pair.
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The publisher of the first elements.
    public let a: A

    /// The publisher of the second elements.
    public let b: B

    /// Creates a publisher that pairs the elements of two others by position.
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
      let delivery = SidesDelivery<S>("Zip", SidesPolicy(.byPosition), to: subscriber)
      let sideA = SideInner<A.Output, S>(0, of: delivery)
      let sideB = SideInner<B.Output, S>(1, of: delivery)
      delivery.begin([sideA, sideB]) { (sideA.takeFirst(), sideB.takeFirst()) }
      a.subscribe(sideA)
      b.subscribe(sideB)
    }
  }
}

extension Publishers.Zip: Sendable where A: Sendable, B: Sendable {}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}
