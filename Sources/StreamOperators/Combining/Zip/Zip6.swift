public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines each element with the elements at the same position of five other publishers.
  ///
  ///     upstream      -1------9|
  ///     b             --2-----8|
  ///     c             ---3----7|
  ///     d             ----4---6|
  ///     e             -----5--5|
  ///     f             ------6-4|
  ///     zip(b, c, d, e, f)
  ///     downstream    ------A-B|
  ///     A = (1, 2, 3, 4, 5, 6), B = (9, 8, 7, 6, 5, 4)
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
  /// - **Threads**: a tuple is delivered where its last element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier tuple; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - b: The publisher of the second elements. Subscribes in order, and stops once one has failed, or has finished
  ///     without an element.
  ///   - c: The publisher of the third elements.
  ///   - d: The publisher of the fourth elements.
  ///   - e: The publisher of the fifth elements.
  ///   - f: The publisher of the sixth elements.
  /// - Returns: A publisher of tuples, each of the elements of one position.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @_disfavoredOverload
  @inlinable
  public func zip<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Join6<Self, B, C, D, E, F>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure {
    Publishers.Join6(.byPosition, self, b, c, d, e, f)
  }

  /// Combines each element with the elements at the same position of five other publishers, and
  /// transforms each tuple.
  ///
  ///     upstream      -1------1|
  ///     b             --1-----0|
  ///     c             ---1----0|
  ///     d             ----1---0|
  ///     e             -----1--0|
  ///     f             ------1-0|
  ///     zip(b, c, d, e, f) { $0 + $1 + $2 + $3 + $4 + $5 }
  ///     downstream    ------6-1|
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
  /// - **Threads**: `transform` runs where the tuple is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - b: The publisher of the second elements. Subscribes in order, and stops once one has failed, or has finished
  ///     without an element.
  ///   - c: The publisher of the third elements.
  ///   - d: The publisher of the fourth elements.
  ///   - e: The publisher of the fifth elements.
  ///   - f: The publisher of the sixth elements.
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func zip<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output, E.Output, F.Output) -> T
  ) -> Publishers.Map<Publishers.Join6<Self, B, C, D, E, F>, T>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure {
    Publishers.Map(upstream: zip(b, c, d, e, f)) {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5)
    }
  }
}
