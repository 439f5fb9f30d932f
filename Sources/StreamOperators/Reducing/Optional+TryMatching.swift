public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.

extension Optional.Publisher {
  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Int?(7).publisher    --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream           #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`; without a value, of `true`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? true })
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Int?(7).publisher    --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream           #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? false })
  }
}
