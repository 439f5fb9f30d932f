public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value, which is the first.
  ///
  ///     Just(7)       --7|
  ///     first()
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
  public func first() -> Just<Output> {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     first(where: { $0 < 5 })
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is to be kept.
  /// - Returns: A publisher of the value, if it satisfies `predicate`.
  @_disfavoredOverload
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }

  /// Keeps the value, which is the last.
  ///
  ///     Just(7)       --7|
  ///     last()
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
  public func last() -> Just<Output> {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     last(where: { $0 < 5 })
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is to be kept.
  /// - Returns: A publisher of the value, if it satisfies `predicate`.
  @_disfavoredOverload
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }
}
