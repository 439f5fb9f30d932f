public import StreamCore

extension Publisher {
  /// Transforms each element with a closure.
  ///
  ///     upstream      --1--2--3--4--|
  ///     map { $0 * 2 }
  ///     downstream    --2--4--6--8--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element.
  /// - Returns: A publisher of the transformed elements.
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}
