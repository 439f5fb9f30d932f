public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }
}
