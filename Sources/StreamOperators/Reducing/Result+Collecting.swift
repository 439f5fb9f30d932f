public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Collects the value in an array.
  ///
  ///     Result.success(7).publisher    --7|
  ///     collect()
  ///     downstream                     --[7]|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher {
    Result<[Success], Failure>.Publisher(result.map { [$0] })
  }

  /// Counts the value.
  ///
  ///     Result.success(7).publisher    --7|
  ///     count()
  ///     downstream                     --1|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(result.map { _ in 1 })
  }
}
