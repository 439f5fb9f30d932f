public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     filter { $0 < 5 }
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `isIncluded` runs at once, on the calling thread.
  ///
  /// - Parameter isIncluded: Returns `true` if the value is to be kept.
  /// - Returns: A publisher of the value, if it satisfies `isIncluded`.
  @_disfavoredOverload
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(isIncluded(output) ? output : nil)
  }

  /// Leaves out the value.
  ///
  ///     Just(7)       --7|
  ///     ignoreOutput()
  ///     downstream    |
  ///
  /// - **Demand**: ignored; the completion needs none.
  /// - **Completion**: at once.
  /// - **Failure**: never.
  /// - **Threads**: completes on the thread that subscribes.
  ///
  /// - Returns: A publisher without values.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Output, Never> {
    Empty()
  }

  /// Keeps the value, so that there is nothing to replace.
  ///
  ///     Just(7)       --7|
  ///     replaceEmpty(with: 9)
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: Not used, since there is a value.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }
}
