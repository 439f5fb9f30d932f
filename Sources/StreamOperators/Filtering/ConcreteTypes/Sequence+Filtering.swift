public import StreamCore

// The elements are known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Publishers.Sequence {
  /// Like ``Publisher/filter(_:)``, and stays a `Publishers.Sequence`; `isIncluded` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func filter(_ isIncluded: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(sequence: sequence.filter(isIncluded))
  }

  /// Like ``Publisher/dropFirst(_:)``, and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.dropFirst(count))
  }

  /// Like ``Publisher/drop(while:)``, and stays a `Publishers.Sequence`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.drop(while: predicate))
  }

  /// Like ``Publisher/ignoreOutput()``, and returns an `Empty`.
  @_disfavoredOverload
  @inlinable
  public func ignoreOutput() -> Empty<Elements.Element, Failure> {
    Empty()
  }

  /// Like ``Publisher/prefix(_:)``, and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.prefix(maxLength))
  }

  /// Like ``Publisher/prefix(while:)``, and stays a `Publishers.Sequence`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func prefix(while predicate: (Elements.Element) -> Bool) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(sequence: sequence.prefix(while: predicate))
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Like ``Publisher/removeDuplicates()``, and stays a `Publishers.Sequence`.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence(
      sequence: sequence.reduce(into: []) { kept, element in
        if kept.last != element { kept.append(element) }
      })
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Like ``Publisher/first(where:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func first(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Like ``Publisher/first()``, and returns an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func first() -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.first)
  }

  /// Like ``Publisher/output(at:)``, and returns an `Optional.Publisher`.
  ///
  /// `index` is an index of the collection, which need not begin with zero. One out of bounds selects nothing.
  @_disfavoredOverload
  @inlinable
  public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    let indices = sequence.startIndex..<sequence.endIndex
    return Optional.Publisher(indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Like ``Publisher/last()``, and returns an `Optional.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func last() -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.last)
  }

  /// Like ``Publisher/last(where:)``, and returns an `Optional.Publisher`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func last(where predicate: (Elements.Element) -> Bool) -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Like ``Publisher/output(in:)``, and stays a `Publishers.Sequence`.
  ///
  /// `range` holds indices of the collection, which need not begin with zero. It is clamped to the bounds.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range, at the call.
  @_disfavoredOverload
  @inlinable
  public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Elements.Element], Failure> {
    let range = range.clamped(to: sequence.startIndex..<sequence.endIndex)
    return Publishers.Sequence(sequence: Array(sequence[range]))
  }
}
