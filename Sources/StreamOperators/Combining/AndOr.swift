public import StreamCore

extension Publisher where Output == Bool {
  /// Delivers whether the latest elements of this publisher and of another are both `true`.
  ///
  ///     upstream      -t----f--t-|
  ///     other         ---t-f----t|
  ///     and(other)
  ///     downstream    ---A-BB--BA|
  ///     A = true, B = false
  ///
  /// - **Demand**: passed to both; of the results that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when both have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the other, drops what is buffered and is passed on.
  /// - **Threads**: as for `combineLatest(_:)`, on which it is built. Equal results in a row are all delivered.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the results, the first once both have delivered an element.
  /// - Complexity: O(1) for each result; O(*n*) memory, where *n* is the number of results that arrive during a
  ///   delivery.
  @_disfavoredOverload
  @inlinable
  public func and<Other: Publisher>(
    _ other: Other
  ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Bool>
  where Other.Output == Bool, Other.Failure == Failure {
    Publishers.Map(upstream: combineLatest(other)) { $0.0 && $0.1 }
  }

  /// Delivers whether at least one of the latest elements of this publisher and another is `true`.
  ///
  ///     upstream      -t----f--t-|
  ///     other         ---t-f----t|
  ///     or(other)
  ///     downstream    ---A-AB--AA|
  ///     A = true, B = false
  ///
  /// - **Demand**: passed to both; of the results that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when both have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure cancels the other, drops what is buffered and is passed on.
  /// - **Threads**: as for `combineLatest(_:)`, on which it is built. Equal results in a row are all delivered.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the results, the first once both have delivered an element.
  /// - Complexity: O(1) for each result; O(*n*) memory, where *n* is the number of results that arrive during a
  ///   delivery.
  @_disfavoredOverload
  @inlinable
  public func or<Other: Publisher>(
    _ other: Other
  ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Bool>
  where Other.Output == Bool, Other.Failure == Failure {
    Publishers.Map(upstream: combineLatest(other)) { $0.0 || $0.1 }
  }
}

extension Collection where Element: Publisher, Element.Output == Bool {
  /// Delivers whether the latest elements of all publishers of the collection are `true`.
  ///
  ///     a             -t----f-t-|
  ///     b             --t--------|
  ///     c             ---f-t-----|
  ///     [a, b, c].allLatest()
  ///     downstream    ---A-BA-B--|
  ///     A = false, B = true
  ///
  /// - **Demand**: passed to all; of the results that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
  ///   An empty collection delivers `true` and finishes.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: as for ``combineLatest(emptySentinel:)``, on which it is built. Equal results in a row are all
  ///   delivered.
  ///
  /// - Returns: A publisher of the results, the first once all have delivered an element.
  /// - Complexity: O(*n*) for each result, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func allLatest() -> Publishers.Map<Publishers.CombineLatestMany<Element>, Bool> {
    Publishers.Map(upstream: combineLatest(emptySentinel: [])) { latest in !latest.contains(false) }
  }

  /// Delivers whether the latest element of any publisher of the collection is `true`.
  ///
  ///     a             -t----f-t-|
  ///     b             --f--------|
  ///     c             ---f-t---f-|
  ///     [a, b, c].anyLatest()
  ///     downstream    ---A-AA-AA-|
  ///     A = true
  ///
  /// - **Demand**: passed to all; of the results that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element.
  ///   An empty collection delivers `false` and finishes.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: as for ``combineLatest(emptySentinel:)``, on which it is built. Equal results in a row are all
  ///   delivered.
  ///
  /// - Returns: A publisher of the results, the first once all have delivered an element.
  /// - Complexity: O(*n*) for each result, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func anyLatest() -> Publishers.Map<Publishers.CombineLatestMany<Element>, Bool> {
    Publishers.Map(upstream: combineLatest(emptySentinel: [])) { latest in latest.contains(true) }
  }
}
