public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Collects the value in an array.
  ///
  ///     Just(7)       --7|
  ///     collect()
  ///     downstream    --[7]|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Counts the value.
  ///
  ///     Just(7)       --7|
  ///     count()
  ///     downstream    --1|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1.
  @_disfavoredOverload
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(1)
  }
}
