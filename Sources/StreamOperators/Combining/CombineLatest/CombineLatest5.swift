public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and four others, whenever any of them delivers one.
  ///
  ///     upstream      -1-----2----|
  ///     b             --3-------4-|
  ///     c             ---5-----6--|
  ///     d             ----7-------|
  ///     e             -8----------|
  ///     combineLatest(b, c, d, e)
  ///     downstream    ----A--B-CD-|
  ///     A = (1, 3, 5, 7, 8), B = (2, 3, 5, 7, 8), C = (2, 3, 6, 7, 8), D = (2, 4, 6, 7, 8)
  ///
  /// - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: a tuple is delivered where its last element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier tuple; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - b: The publisher of the second elements. Subscribes in order, and stops once one has failed, or has finished
  ///     without an element.
  ///   - c: The publisher of the third elements.
  ///   - d: The publisher of the fourth elements.
  ///   - e: The publisher of the fifth elements.
  /// - Returns: A publisher of tuples, the first once all have delivered an element.
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Join5<Self, B, C, D, E>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    Publishers.Join5(.latest, self, b, c, d, e)
  }

  /// Combines the latest elements of this publisher and four others, and transforms each tuple.
  ///
  ///     upstream      -1-----2----|
  ///     b             --1-------2-|
  ///     c             ---1-----2--|
  ///     d             ----1-------|
  ///     e             -1----------|
  ///     combineLatest(b, c, d, e) { $0 + $1 + $2 + $3 + $4 }
  ///     downstream    ----5--6-78-|
  ///
  /// - **Demand**: passed to all; of the tuples that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
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
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, E: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ e: E,
    transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output, E.Output) -> T
  ) -> Publishers.Map<Publishers.Join5<Self, B, C, D, E>, T>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    Publishers.Map(upstream: combineLatest(b, c, d, e)) {
      transform($0.0, $0.1, $0.2, $0.3, $0.4)
    }
  }
}
