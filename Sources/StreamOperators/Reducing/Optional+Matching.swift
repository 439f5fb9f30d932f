public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.

extension Optional.Publisher {
  /// Says whether the value satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`; without a value, of `true`.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? true)
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     contains { $0 > 5 }
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? false)
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Int?(7).publisher    --7|
  ///     contains(7)
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output == output)
  }
}
