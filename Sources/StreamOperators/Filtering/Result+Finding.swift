public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.
//
// There is no `ignoreOutput()` that returns an `Empty`, as Combine has: it would lose a failure (rule 9).

extension Result.Publisher {
  /// Keeps the value, which is the first.
  ///
  ///     Result.success(7).publisher    --7|
  ///     first()
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
  public func first() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the last.
  ///
  ///     Result.success(7).publisher    --7|
  ///     last()
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
  public func last() -> Result<Success, Failure>.Publisher {
    self
  }
}
