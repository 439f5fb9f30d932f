public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Says whether the value satisfies a predicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     contains { $0 > 5 }
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }
}

extension Result.Publisher where Success: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Result.success(7).publisher    --7|
  ///     contains(7)
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map { $0 == output })
  }
}
