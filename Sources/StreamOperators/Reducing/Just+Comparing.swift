public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     min { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     max { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }
}

extension Just where Output: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     min()
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Just<Output> {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     max()
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Just<Output> {
    self
  }
}
