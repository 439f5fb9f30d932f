public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.

extension Optional.Publisher {
  /// Collects the value in an array.
  ///
  ///     Int?(7).publisher    --7|
  ///     collect()
  ///     downstream           --[7]|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value, or of an empty one.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Optional<[Wrapped]>.Publisher {
    Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Counts the value.
  ///
  ///     Int?(7).publisher    --7|
  ///     count()
  ///     downstream           --1|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1, or of 0 without a value.
  @_disfavoredOverload
  @inlinable
  public func count() -> Optional<Int>.Publisher {
    Optional<Int>.Publisher(output == nil ? 0 : 1)
  }
}
