public import StreamCore

extension Publisher {
  /// Drops elements whose key equals that of the element delivered before.
  ///
  ///     upstream      -A--B--C--D--|
  ///     removeDuplicates(on: { $0.first })
  ///     downstream    -A-----C--D--|
  ///     A = ant, B = ape, C = bee, D = asp
  ///
  /// - **Demand**: passed upstream, with one more for each element that is dropped.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `key` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter key: Returns the key of an element. It is called twice for each element; if it is expensive, transform
  ///   the elements into pairs first.
  /// - Returns: A publisher of the elements whose key differs from the one before.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func removeDuplicates<Key: Equatable>(
    on key: @escaping @Sendable (Output) -> Key
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: KeyEquality(key: key).holds)
  }
}

/// A method instead of a closure, which would capture the generic types.
@usableFromInline
struct KeyEquality<Element, Key: Equatable>: Sendable {
  @usableFromInline let key: @Sendable (Element) -> Key

  @inlinable
  init(key: @escaping @Sendable (Element) -> Key) {
    self.key = key
  }

  @inlinable
  @Sendable
  func holds(_ one: Element, _ other: Element) -> Bool { key(one) == key(other) }
}
