public import StreamCore

extension Publisher {
  /// Collects the elements into a collection of a given type, and delivers it.
  ///
  ///     upstream      -a-b-a-|
  ///     collect(into: String.self)
  ///     downstream    -------(A|)
  ///     A = aba
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand. Memory grows with
  ///   the stream.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: collects where upstream delivers.
  ///
  /// - Parameter type: The type of the collection.
  /// - Returns: A publisher of the collection.
  /// - Complexity: O(*n*) memory, where *n* is the number of elements; for each element, the cost of the collection's
  ///   `append(_:)`.
  @_disfavoredOverload
  @inlinable
  public func collect<C: RangeReplaceableCollection>(
    into type: C.Type
  ) -> Publishers.ReduceInto<Self, C> where C.Element == Output {
    reduce(into: C(), CollectionBuilder<C>().add)
  }

  /// Collects the elements into a set, and delivers it.
  ///
  ///     upstream      -b-a-b-|
  ///     collect(into: Set.self)
  ///     downstream    -------(A|)
  ///     A = ["a", "b"]
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand. Memory grows with
  ///   the number of different elements.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: collects where upstream delivers.
  ///
  /// - Parameter type: The type of the set.
  /// - Returns: A publisher of the set.
  /// - Complexity: O(1) for each element, on average; O(*n*) memory, where *n* is the number of different elements.
  @_disfavoredOverload
  @inlinable
  public func collect<Element: Hashable>(
    into type: Swift.Set<Element>.Type
  ) -> Publishers.ReduceInto<Self, Swift.Set<Element>> where Output == Element {
    reduce(into: [], SetBuilder<Element>().add)
  }

  /// Collects pairs of a key and a value into a dictionary, and delivers it.
  ///
  ///     upstream      -A--B--C--|
  ///     collect(into: [String: Int].self) { $0 + $1 }
  ///     downstream    ----------(D|)
  ///     A = ("a", 1), B = ("b", 2), C = ("a", 3), D = ["a": 4, "b": 2]
  ///
  /// - **Demand**: requests unlimited demand from upstream; the result waits for downstream's demand. Memory grows with
  ///   the number of different keys.
  /// - **Completion**: finishes right after the result.
  /// - **Failure**: passed on, without a result.
  /// - **Threads**: `combine` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - type: The type of the dictionary.
  ///   - combine: Merges the stored value with a new one for the same key.
  /// - Returns: A publisher of the dictionary.
  /// - Complexity: O(1) for each pair, on average; O(*n*) memory, where *n* is the number of different keys.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func collect<Key: Hashable, Value>(
    into type: [Key: Value].Type, uniquingKeysWith combine: @escaping @Sendable (Value, Value) -> Value
  ) -> Publishers.ReduceInto<Self, [Key: Value]> where Output == (Key, Value) {
    reduce(into: [:], DictionaryBuilder(combine: combine).add)
  }
}

// Structures, since closures would capture the types of the collections, which need not be sendable.

@frozen
@usableFromInline
struct CollectionBuilder<Collected: RangeReplaceableCollection>: Sendable {
  @inlinable init() {}

  @Sendable @inlinable
  func add(_ collected: inout Collected, _ element: Collected.Element) { collected.append(element) }
}

@frozen
@usableFromInline
struct SetBuilder<Element: Hashable>: Sendable {
  @inlinable init() {}

  @Sendable @inlinable
  func add(_ collected: inout Swift.Set<Element>, _ element: Element) { collected.insert(element) }
}

@frozen
@usableFromInline
struct DictionaryBuilder<Key: Hashable, Value>: Sendable {
  @usableFromInline let combine: @Sendable (Value, Value) -> Value

  @inlinable
  init(combine: @escaping @Sendable (Value, Value) -> Value) {
    self.combine = combine
  }

  @Sendable @inlinable
  func add(_ values: inout [Key: Value], _ pair: (Key, Value)) {
    if let value = values.removeValue(forKey: pair.0) {
      values[pair.0] = combine(value, pair.1)
    } else {
      values[pair.0] = pair.1
    }
  }
}
