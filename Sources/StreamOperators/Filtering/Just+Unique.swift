public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Just(7)       --7|
  ///     removeDuplicates { $0 == $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter predicate: Not asked, since there is only one value.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Keeps the value, which has no duplicate.
  ///
  ///     Just(7)       --7|
  ///     tryRemoveDuplicates { $0 == $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: what the closure throws, at once.
  /// - **Threads**: the closure runs at once, on the calling thread; delivers on the thread that requests.
  ///
  /// - Parameter predicate: Called once, with the value and itself. Its answer changes nothing; what it
  ///   throws is the failure.
  /// - Returns: A publisher of the value, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(
      Result {
        _ = try predicate(output, output)
        return output
      })
  }
}

extension Just where Output: Equatable {
  /// Keeps the value, which has no duplicate.
  ///
  ///     Just(7)       --7|
  ///     removeDuplicates()
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
  public func removeDuplicates() -> Just<Output> {
    self
  }
}
