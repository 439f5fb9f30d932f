public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Optional.Publisher {
  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     filter { $0 < 5 }
  ///     downstream           |
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
  public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Leaves out the value.
  ///
  ///     Int?(7).publisher    --7|
  ///     ignoreOutput()
  ///     downstream           |
  ///
  /// - **Demand**: ignored; the completion needs none.
  /// - **Completion**: at once.
  /// - **Failure**: never.
  /// - **Threads**: completes on the thread that subscribes.
  ///
  /// - Returns: A publisher without values.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Wrapped, Never> {
    Empty()
  }

  /// Delivers a value in place of none.
  ///
  ///     Int?.none.publisher    |
  ///     replaceEmpty(with: 9)
  ///     downstream             --9|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to deliver if there is none.
  /// - Returns: A publisher of the value, or of `output`.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> {
    Just(self.output ?? output)
  }
}
