public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Optional.Publisher {
  /// Like ``StreamCore/Publisher/filter(_:)``, and stays an `Optional.Publisher`; `isIncluded` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Like ``StreamCore/Publisher/ignoreOutput()``, and returns an `Empty`.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Wrapped, Never> {
    Empty()
  }

  /// Like ``StreamCore/Publisher/replaceEmpty(with:)``, and returns a `Just`.
  @_disfavoredOverload
  @inlinable
  public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> {
    Just(self.output ?? output)
  }

  /// Like ``StreamCore/Publisher/dropFirst(_:)``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
    requireDropCount(count)
    return Optional.Publisher(count == 0 ? output : nil)
  }

  /// Like ``StreamCore/Publisher/drop(while:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? nil : $0 })
  }

  /// Like ``StreamCore/Publisher/first()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func first() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/first(where:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Like ``StreamCore/Publisher/last()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func last() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/last(where:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Like ``StreamCore/Publisher/output(at:)``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func output(at index: Int) -> Optional<Wrapped>.Publisher {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return Optional.Publisher(index == 0 ? output : nil)
  }

  /// Like ``StreamCore/Publisher/output(in:)``, and stays an `Optional.Publisher`.
  ///
  /// A range that begins below zero traps.
  @_disfavoredOverload
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Optional<Wrapped>.Publisher where R.Bound == Int {
    let range = range.relative(to: Positions())
    precondition(range.lowerBound >= 0, "The position of an element cannot be negative: \(range) (rule 9).")
    return Optional.Publisher(range.contains(0) ? output : nil)
  }

  /// Like ``StreamCore/Publisher/prefix(_:)``, and stays an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
    requirePrefixLength(maxLength)
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Like ``StreamCore/Publisher/prefix(while:)``, and stays an `Optional.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Like ``StreamCore/Publisher/removeDuplicates(by:)``, and returns this publisher without a call of `predicate`.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Like ``StreamCore/Publisher/removeDuplicates()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Optional<Wrapped>.Publisher {
    self
  }
}
