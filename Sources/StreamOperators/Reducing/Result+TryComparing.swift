public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMin { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same result, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(result.mapError { $0 })
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMax { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same result, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(result.mapError { $0 })
  }
}
