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
  /// - **Failure**: at once, if the result is one, or the closure throws.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter predicate: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the same result, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try predicate(output, output)
        return output
      })
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
