public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Keeps the value if the position is zero.
  ///
  ///     Just(7)       --7|
  ///     output(at: 1)
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter index: The position of the value, counted from zero. A negative one traps.
  /// - Returns: A publisher of the value, if `index` is zero.
  @_disfavoredOverload
  @inlinable
  public func output(at index: Int) -> Optional<Output>.Publisher {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// Keeps the value if a range of positions holds zero.
  ///
  ///     Just(7)       --7|
  ///     output(in: 1...3)
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter range: The positions of the values, counted from zero.
  /// - Returns: A publisher of the value, if `range` holds zero; of none, as in Combine, if the range begins below zero.
  @_disfavoredOverload
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    return Optional.Publisher(range.lowerBound == 0 && range.contains(0) ? output : nil)
  }

  /// Keeps the value, unless the length is zero.
  ///
  ///     Just(7)       --7|
  ///     prefix(0)
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter maxLength: How many values to keep, zero or more. A negative number traps.
  /// - Returns: A publisher of the value, unless `maxLength` is zero.
  @_disfavoredOverload
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    precondition(maxLength >= 0, "The number of elements to republish cannot be negative (rule 9).")
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     prefix(while: { $0 < 5 })
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
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }
}
