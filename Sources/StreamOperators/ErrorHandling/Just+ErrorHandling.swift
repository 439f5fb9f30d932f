public import StreamCore

// What cannot fail has nothing to handle, where the context asks for its type.

extension Just {
  /// Gives the value a failure type, since there is no failure to transform.
  ///
  ///     Just(7)       --7|
  ///     mapError { _ in e }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter transform: Not called, since there is no failure.
  /// - Returns: A publisher of the same value.
  @_disfavoredOverload
  @inlinable
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }

  /// Keeps the value, so that there is nothing to replace.
  ///
  ///     Just(7)       --7|
  ///     replaceError(with: 9)
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: Not used, since there is no failure.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Keeps the value, since there is nothing to subscribe anew for.
  ///
  ///     Just(7)       --7|
  ///     retry(3)
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter times: Not used, since there is no failure.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
    self
  }
}
