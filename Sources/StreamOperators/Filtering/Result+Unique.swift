public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.
//
// There is no `ignoreOutput()` that returns an `Empty`, as Combine has: it would lose a failure (rule 9).

extension Result.Publisher {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     removeDuplicates { $0 == $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter predicate: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which has no duplicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryRemoveDuplicates { $0 == $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter predicate: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same result, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(result.mapError { $0 })
  }
}

extension Result.Publisher where Success: Equatable {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     removeDuplicates()
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Result<Success, Failure>.Publisher {
    self
  }
}
