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

  /// Leaves out the value, unless the count is zero.
  ///
  ///     Int?(7).publisher    --7|
  ///     dropFirst()
  ///     downstream           |
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
  public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
    precondition(count >= 0, "The number of elements to drop cannot be negative (rule 9).")
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// Leaves out the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     drop(while: { $0 > 5 })
  ///     downstream           |
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
  public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? nil : $0 })
  }

  /// Keeps the value, which is the first.
  ///
  ///     Int?(7).publisher    --7|
  ///     first()
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
  public func first() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     first(where: { $0 < 5 })
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
  public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Keeps the value, which is the last.
  ///
  ///     Int?(7).publisher    --7|
  ///     last()
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
  public func last() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value if it satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     last(where: { $0 < 5 })
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
  public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
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
    precondition(index >= 0, "The position of an element cannot be negative (rule 9).")
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
    precondition(range.lowerBound >= 0, "The position of an element cannot be negative (rule 9).")
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
