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
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same value, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result<Output, any Error>.Publisher(output)
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     tryMax { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same value, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result<Output, any Error>.Publisher(output)
  }
}
