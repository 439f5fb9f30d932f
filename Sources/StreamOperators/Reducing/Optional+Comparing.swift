public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.

extension Optional.Publisher {
  /// Keeps the value, which is the smallest.
  ///
  ///     Int?(7).publisher    --7|
  ///     min { $0 < $1 }
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Int?(7).publisher    --7|
  ///     max { $0 < $1 }
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Int?(7).publisher    --7|
  ///     min()
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Int?(7).publisher    --7|
  ///     max()
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}
