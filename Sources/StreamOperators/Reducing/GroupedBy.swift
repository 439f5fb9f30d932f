public import StreamCore

extension Publisher {
  /// Groups the elements into arrays by key, and delivers a dictionary of the arrays.
  ///
  ///     upstream      --1--2--3--|
  ///     grouped { $0 % 2 }
  ///     downstream    -----------(A|)
  ///     A = [0: [2], 1: [1, 3]]
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand. Memory grows with
  ///   the stream.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `key` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter key: Returns the key of an element.
  /// - Returns: A publisher of the dictionary.
  /// - Complexity: O(1) for each element, on average; O(*n*) memory, where *n* is the number of elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func grouped<Key: Hashable>(
    by key: @escaping @Sendable (Output) -> Key
  ) -> Publishers.ReduceInto<Self, [Key: [Output]]> {
    reduce(into: [:], GroupsBuilder(key: key).add)
  }
}

/// A structure, since a closure would capture the types of the keys and the elements, which need not be sendable.
@frozen
@usableFromInline
struct GroupsBuilder<Key: Hashable, Element>: Sendable {
  @usableFromInline let key: @Sendable (Element) -> Key

  @inlinable
  init(key: @escaping @Sendable (Element) -> Key) {
    self.key = key
  }

  @Sendable @inlinable
  func add(_ groups: inout [Key: [Element]], _ element: Element) { groups[key(element), default: []].append(element) }
}
