public import StreamCore

// Elements found by their place or by a predicate are at hand at once, where the context asks for the type.

extension Publishers.Sequence where Failure == Never {
  /// Keeps the first element that satisfies a predicate.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     first(where: { $0 > 5 })
  ///     downstream                --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for the element looked for.
  /// - Returns: A publisher of the first element that satisfies `predicate`, if there is one.
  @_disfavoredOverload
  @inlinable
  public func first(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Keeps the first element.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     first()
  ///     downstream                --1|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of the first element, if there is one.
  @_disfavoredOverload
  @inlinable
  public func first() -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.first)
  }

  /// Keeps the element at an index.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     output(at: 2)
  ///     downstream                --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter index: An index of the collection, which need not begin with zero.
  /// - Returns: A publisher of the element at `index`; of none, if the collection has no such index.
  @_disfavoredOverload
  @inlinable
  public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    let indices = sequence.startIndex..<sequence.endIndex
    return Optional.Publisher(indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Keeps the last element.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     last()
  ///     downstream                --3|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of the last element, if there is one.
  @_disfavoredOverload
  @inlinable
  public func last() -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.last)
  }

  /// Keeps the last element that satisfies a predicate.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     last(where: { $0 < 3 })
  ///     downstream                --2|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for an element looked for.
  /// - Returns: A publisher of the last element that satisfies `predicate`, if there is one.
  @_disfavoredOverload
  @inlinable
  public func last(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Keeps the elements whose indices are in a range.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     output(in: 1..<3)
  ///     downstream                --27|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range, at the call.
  /// - Parameter range: Indices of the collection, which need not begin with zero; those that it does not have are
  ///   left out.
  /// - Returns: A publisher of the elements whose indices are in `range`.
  @_disfavoredOverload
  @inlinable
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Elements.Element], Failure> {
    let range = range.clamped(to: sequence.startIndex..<sequence.endIndex)
    return Publishers.Sequence(sequence: Array(sequence[range]))
  }
}
