public import StreamCore

// What cannot fail has nothing to handle, where the context asks for its type.

extension Optional.Publisher {
  /// Keeps the value, so that there is nothing to replace.
  ///
  ///     Int?(7).publisher    --7|
  ///     replaceError(with: 9)
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: Not used, since there is no failure.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value, since there is nothing to subscribe anew for.
  ///
  ///     Int?(7).publisher    --7|
  ///     retry(3)
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter times: Not used, since there is no failure.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
    self
  }
}
