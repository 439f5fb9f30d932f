public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Leaves out the value, unless the count is zero.
  ///
  ///     Just(7)       --7|
  ///     dropFirst()
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter count: How many values to leave out, zero or more. A negative number traps at the call.
  /// - Returns: A publisher of the value, if `count` is zero.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    precondition(count >= 0, "The number of elements to drop cannot be negative (rule 9).")
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// Leaves out the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     drop(while: { $0 > 5 })
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is to be left out.
  /// - Returns: A publisher of the value, unless it satisfies `predicate`.
  @_disfavoredOverload
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? nil : output)
  }
}
