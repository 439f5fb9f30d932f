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
  /// - **Failure**: at once, if the result is one, or the closure throws.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the same result, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMax { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one, or the closure throws.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the same result, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }
}
