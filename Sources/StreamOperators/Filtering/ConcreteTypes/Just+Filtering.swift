public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Just {
  /// Like ``Publisher/filter(_:)``, and returns an `Optional.Publisher`; `isIncluded` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(isIncluded(output) ? output : nil)
  }

  /// Like ``Publisher/ignoreOutput()``, and returns an `Empty`.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Output, Never> {
    Empty()
  }

  /// Like ``Publisher/replaceEmpty(with:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }

  /// Like ``Publisher/dropFirst(_:)``, and returns an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    requireDropCount(count)
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// Like ``Publisher/drop(while:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? nil : output)
  }

  /// Like ``Publisher/first()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func first() -> Just<Output> {
    self
  }

  /// Like ``Publisher/first(where:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }

  /// Like ``Publisher/last()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func last() -> Just<Output> {
    self
  }

  /// Like ``Publisher/last(where:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }

  /// Like ``Publisher/output(at:)``, and returns an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func output(at index: Int) -> Optional<Output>.Publisher {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// Like ``Publisher/output(in:)``, and returns an `Optional.Publisher`.
  ///
  /// A range that begins below zero selects no element, as in Combine.
  @_disfavoredOverload
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    return Optional.Publisher(range.lowerBound == 0 && range.contains(0) ? output : nil)
  }

  /// Like ``Publisher/prefix(_:)``, and returns an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    requirePrefixLength(maxLength)
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Like ``Publisher/prefix(while:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? output : nil)
  }

  /// Like ``Publisher/removeDuplicates(by:)``, and returns this publisher without a call of `predicate`.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Like ``Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, and returns a
  /// `Result.Publisher`.
  ///
  /// `predicate` runs once, at the call, with the value as both arguments: only what it throws matters.
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
  /// Like ``Publisher/removeDuplicates()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Just<Output> {
    self
  }
}
