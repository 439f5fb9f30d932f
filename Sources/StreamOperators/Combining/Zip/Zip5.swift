public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines each element with the elements at the same position of four other publishers.
  ///
  ///     upstream      -1--2-------|
  ///     b             --3----4----|
  ///     c             ---5----6---|
  ///     d             ----7--8--9-|
  ///     e             -0-1--------|
  ///     zip(b, c, d, e)
  ///     downstream    ----A---B---|
  ///     A = (1, 3, 5, 7, 0), B = (2, 4, 6, 8, 1)
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
  /// - Returns: A publisher of tuples, each of the elements of one position.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @_disfavoredOverload
  @inlinable
  public func zip<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Join5<Self, B, C, D, E>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    Publishers.Join5(.byPosition, self, b, c, d, e)
  }

  /// Combines each element with the elements at the same position of four other publishers, and
  /// transforms each tuple.
  ///
  ///     upstream      -1--2-------|
  ///     b             --1----1----|
  ///     c             ---1----2---|
  ///     d             ----2--3--9-|
  ///     e             -0-1--------|
  ///     zip(b, c, d, e) { $0 + $1 + $2 + $3 + $4 }
  ///     downstream    ----5---9---|
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
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait for their
  ///   partners.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func zip<B: Publisher, C: Publisher, D: Publisher, E: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ e: E,
    transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output, E.Output) -> T
  ) -> Publishers.Map<Publishers.Join5<Self, B, C, D, E>, T>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    Publishers.Map(upstream: zip(b, c, d, e)) {
      transform($0.0, $0.1, $0.2, $0.3, $0.4)
    }
  }
}
