public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Optional.Publisher {
  /// Keeps the value, which is the first.
  ///
  ///     Int?(7).publisher    --7|
  ///     first()
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
  public func first() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     first(where: { $0 < 5 })
  ///     downstream           |
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
  public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Keeps the value, which is the last.
  ///
  ///     Int?(7).publisher    --7|
  ///     last()
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
  public func last() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     last(where: { $0 < 5 })
  ///     downstream           |
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
  public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }
}
