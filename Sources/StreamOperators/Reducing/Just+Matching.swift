public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Says whether the value satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     contains { $0 > 5 }
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }
}

extension Just where Output: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Just(7)       --7|
  ///     contains(7)
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }
}
