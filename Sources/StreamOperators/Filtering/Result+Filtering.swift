public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.
//
// There is no `ignoreOutput()` that returns an `Empty`, as Combine has: it would lose a failure (rule 9).

extension Result.Publisher {
  /// Keeps the value, so that there is nothing to replace.
  ///
  ///     Result.success(7).publisher    --7|
  ///     replaceEmpty(with: 9)
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: Not used: a failure is not replaced.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher {
    self
  }
}
