public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     tryMin { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: what the closure throws, at once.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the same value, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(
      Result {
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     tryMax { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: what the closure throws, at once.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the same value, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(
      Result {
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }
}
