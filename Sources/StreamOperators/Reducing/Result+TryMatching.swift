public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }
}
