public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Optional.Publisher {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     removeDuplicates { $0 == $1 }
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter predicate: Not asked, since there is only one value.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     removeDuplicates()
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
  public func removeDuplicates() -> Optional<Wrapped>.Publisher {
    self
  }
}
