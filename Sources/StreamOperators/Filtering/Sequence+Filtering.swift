public import StreamCore

// A sequence that is sifted is a sequence again, where the context asks for its type.

extension Publishers.Sequence {
  /// Keeps the elements that satisfy a predicate.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     filter { $0 > 2 }
  ///     downstream                --73|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `isIncluded` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter isIncluded: Returns `true` for an element to be kept.
  /// - Returns: A publisher of the elements that satisfy `isIncluded`.
  @_disfavoredOverload
  @inlinable
  public func filter(_ isIncluded: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(sequence: sequence.filter(isIncluded))
  }

  /// Leaves out the first elements.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     dropFirst(2)
  ///     downstream                --73|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: the sequence is drawn from on the thread that requests.
  ///
  /// - Parameter count: How many elements to leave out, zero or more. A negative number traps.
  /// - Returns: A publisher of the elements after the first `count`.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.dropFirst(count))
  }

  /// Leaves out elements until one fails a test.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     drop(while: { $0 < 5 })
  ///     downstream                --73|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for as long as elements are to be left out.
  /// - Returns: A publisher of the elements from the first that fails `predicate` on.
  @_disfavoredOverload
  @inlinable
  public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.drop(while: predicate))
  }

  /// Leaves out all elements.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     ignoreOutput()
  ///     downstream                |
  ///
  /// - **Demand**: ignored; the completion needs none.
  /// - **Completion**: at once.
  /// - **Failure**: never.
  /// - **Threads**: completes on the thread that subscribes.
  ///
  /// - Returns: A publisher without elements.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Elements.Element, Failure> {
    Empty()
  }

  /// Keeps the first elements.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     prefix(2)
  ///     downstream                --12|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: the sequence is drawn from on the thread that requests.
  ///
  /// - Parameter maxLength: How many elements to keep, zero or more. A negative number traps.
  /// - Returns: A publisher of the first `maxLength` elements.
  @_disfavoredOverload
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.prefix(maxLength))
  }

  /// Keeps elements until one fails a test.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     prefix(while: { $0 < 5 })
  ///     downstream                --12|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for as long as elements are to be kept.
  /// - Returns: A publisher of the elements before the first that fails `predicate`.
  @_disfavoredOverload
  @inlinable
  public func prefix(while predicate: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(sequence: sequence.prefix(while: predicate))
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Leaves out elements that equal the one before.
  ///
  ///     [1, 1, 2, 1].publisher    --1121|
  ///     removeDuplicates()
  ///     downstream                --121|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: elements are compared at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Returns: A publisher of the elements that differ from the one before.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(
      sequence: sequence.reduce(into: []) { kept, element in
        if kept.last != element { kept.append(element) }
      })
  }
}
