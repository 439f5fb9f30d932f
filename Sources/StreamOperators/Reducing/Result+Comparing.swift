public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     min { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     max { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Success: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     min()
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
  public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     max()
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
  public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}
