public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and six others, whenever any of them delivers one.
  ///
  ///     upstream      -1-------0|
  ///     b             --2-------|
  ///     c             ---3------|
  ///     d             ----4-----|
  ///     e             -----5----|
  ///     f             ------6---|
  ///     g             -------7--|
  ///     combineLatest(b, c, d, e, f, g)
  ///     downstream    -------A-B|
  ///     A = (1, 2, 3, 4, 5, 6, 7), B = (0, 2, 3, 4, 5, 6, 7)
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
  ///   - f: The publisher of the sixth elements.
  ///   - g: The publisher of the seventh elements.
  /// - Returns: A publisher of tuples, the first once all have delivered an element.
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
    _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Join7<Self, B, C, D, E, F, G>
  where
    B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure,
    G.Failure == Failure
  {
    Publishers.Join7(.latest, self, b, c, d, e, f, g)
  }

  /// Combines the latest elements of this publisher and six others, and transforms each tuple.
  ///
  ///     upstream      -1-------0|
  ///     b             --1-------|
  ///     c             ---1------|
  ///     d             ----1-----|
  ///     e             -----1----|
  ///     f             ------1---|
  ///     g             -------1--|
  ///     combineLatest(b, c, d, e, f, g) { $0 + $1 + $2 + $3 + $4 + $5 + $6 }
  ///     downstream    -------7-6|
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
  ///   - f: The publisher of the sixth elements.
  ///   - g: The publisher of the seventh elements.
  ///   - transform: Transforms a tuple into an element.
  /// - Returns: A publisher of the results of `transform`.
  /// - Complexity: O(1) for each tuple; O(*n*) memory, where *n* is the number of tuples that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, T>(
    _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
    transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output) -> T
  ) -> Publishers.Map<Publishers.Join7<Self, B, C, D, E, F, G>, T>
  where
    B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure, F.Failure == Failure,
    G.Failure == Failure
  {
    Publishers.Map(upstream: combineLatest(b, c, d, e, f, g)) {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6)
    }
  }
}
