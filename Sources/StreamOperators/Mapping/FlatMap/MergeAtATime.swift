public import StreamCore

extension Collection where Element: Publisher, Self: Sendable {
  /// Merges the publishers of the collection, and runs only a few of them at a time.
  ///
  ///     a             --1---2|
  ///     b             -3---4|
  ///     c                   ^5-6|
  ///     [a, b, c].merge(maxPublishers: 2)
  ///     downstream    -31--425-6|
  ///
  /// - **Demand**: the publishers that run receive unlimited demand if downstream has requested it, and otherwise
  ///   requests for one value at a time.
  /// - **Completion**: finishes when all have finished; at once for an empty collection.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter maxPublishers: The maximum number of publishers that run at a time, one or more: zero traps. With 1
  ///   they run one after the other.
  /// - Returns: A publisher of the elements of all. When a running publisher finishes, the next one is subscribed to.
  /// - Complexity: O(`maxPublishers`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func merge(
    maxPublishers: Int
  ) -> Publishers.FlatMap<Element, Publishers.SetFailureType<Publishers.Sequence<Self, Never>, Element.Failure>> {
    precondition(maxPublishers > 0, "A merge needs at least one publisher at a time: \(maxPublishers)")
    return Publishers.Sequence(sequence: self).setFailureType(to: Element.Failure.self)
      .flatMap(maxPublishers: .max(maxPublishers)) { $0 }
  }
}
