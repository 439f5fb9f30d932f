public import StreamCore

// Of a sequence that is at hand the one result is known at once, where the context asks for its type.

extension Publishers.Sequence where Elements: Collection {
  /// Counts the elements.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     count()
  ///     downstream                --4|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(1) for a collection of random access, otherwise O(*n*), at the call.
  /// - Returns: A publisher of the number of elements.
  @_disfavoredOverload
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(sequence.count)
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Counts the elements.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     count()
  ///     downstream                --4|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(1) for a collection of random access, otherwise O(*n*), at the call.
  /// - Returns: A publisher of the number of elements.
  @_disfavoredOverload
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(sequence.count)
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Finds the smallest element, as a closure orders them.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     min { $0 < $1 }
  ///     downstream                --1|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `areInIncreasingOrder` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument is to be ordered before its second.
  /// - Returns: A publisher of the smallest element, if there is one; of several that are equal, the first.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.min(by: areInIncreasingOrder))
  }

  /// Finds the largest element, as a closure orders them.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     max { $0 < $1 }
  ///     downstream                --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `areInIncreasingOrder` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter areInIncreasingOrder: Returns `true` if its first argument is to be ordered before its second.
  /// - Returns: A publisher of the largest element, if there is one; of several that are equal, the first.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.max(by: areInIncreasingOrder))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// Finds the smallest element.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     min()
  ///     downstream                --1|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Returns: A publisher of the smallest element, if there is one; of several that are equal, the first.
  @_disfavoredOverload
  @inlinable
  public func min() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.min())
  }

  /// Finds the largest element.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     max()
  ///     downstream                --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Returns: A publisher of the largest element, if there is one; of several that are equal, the first.
  @_disfavoredOverload
  @inlinable
  public func max() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.max())
  }
}
