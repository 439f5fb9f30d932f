public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Optional.Publisher {
  /// Keeps the value if the position is zero.
  ///
  ///     Int?(7).publisher    --7|
  ///     output(at: 1)
  ///     downstream           |
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
  public func output(at index: Int) -> Optional<Wrapped>.Publisher {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// Keeps the value if a range of positions holds zero.
  ///
  ///     Int?(7).publisher    --7|
  ///     output(in: 1...3)
  ///     downstream           |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter range: The positions of the values, counted from zero. A negative bound traps.
  /// - Returns: A publisher of the value, if `range` holds zero.
  @_disfavoredOverload
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Optional<Wrapped>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    precondition(range.lowerBound >= 0, "The position of an element cannot be negative: \(range) (rule 9).")
    return Optional.Publisher(range.contains(0) ? output : nil)
  }

  /// Keeps the value, unless the length is zero.
  ///
  ///     Int?(7).publisher    --7|
  ///     prefix(0)
  ///     downstream           |
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
  public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
    precondition(maxLength >= 0, "The number of elements to republish cannot be negative (rule 9).")
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     prefix(while: { $0 < 5 })
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
  public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }
}
