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
  /// - Parameter count: How many values to leave out, zero or more. A negative number traps.
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

  /// Keeps the value, which is the first.
  ///
  ///     Just(7)       --7|
  ///     first()
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
  public func first() -> Just<Output> {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     first(where: { $0 < 5 })
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
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }

  /// Keeps the value, which is the last.
  ///
  ///     Just(7)       --7|
  ///     last()
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
  public func last() -> Just<Output> {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     last(where: { $0 < 5 })
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
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
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
    precondition(index >= 0, "The position of an element cannot be negative (rule 9).")
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
  /// - Parameter range: The positions of the values, counted from zero. A negative bound traps.
  /// - Returns: A publisher of the value, if `range` holds zero.
  @_disfavoredOverload
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    precondition(range.lowerBound >= 0, "The position of an element cannot be negative (rule 9).")
    return Optional.Publisher(range.contains(0) ? output : nil)
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
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter predicate: Not asked, since there is only one value.
  /// - Returns: A publisher of the value, which does not fail.
  @_disfavoredOverload
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(output)
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
