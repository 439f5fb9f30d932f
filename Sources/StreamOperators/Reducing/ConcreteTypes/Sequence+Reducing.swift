public import StreamCore

// The elements are known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Publishers.Sequence {
  /// Like ``Publisher/collect()``, and returns a `Result.Publisher`.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result<[Elements.Element], Failure>.Publisher(Array(sequence))
  }

  /// Like ``Publisher/reduce(_:_:)``, and returns a `Result.Publisher`; `nextPartialResult` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Elements.Element) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, and returns a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
  }

  /// Like ``Publisher/allSatisfy(_:)``, and returns a `Result.Publisher`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
  }

  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, and returns a `Result.Publisher`;
  /// `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Elements.Element) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try sequence.allSatisfy(predicate) })
  }

  /// Like ``Publisher/contains(where:)``, and returns a `Result.Publisher`; `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
  }

  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, and returns a `Result.Publisher`;
  /// `predicate` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Elements.Element) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try sequence.contains(where: predicate) })
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Like ``Publisher/contains(_:)``, and returns a `Result.Publisher`.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(output))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Like ``Publisher/count()``, and returns a `Result.Publisher`.
  ///
  /// - Complexity: O(1) for a collection of random access, otherwise O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(sequence.count)
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Like ``Publisher/count()``, and returns a `Just`.
  ///
  /// - Complexity: O(1) for a collection of random access, otherwise O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(sequence.count)
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Like ``Publisher/min(by:)``, and returns an `Optional.Publisher`; `areInIncreasingOrder` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.min(by: areInIncreasingOrder))
  }

  /// Like ``Publisher/max(by:)``, and returns an `Optional.Publisher`; `areInIncreasingOrder` runs at the call.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.max(by: areInIncreasingOrder))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// Like ``Publisher/min()``, and returns an `Optional.Publisher`.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func min() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.min())
  }

  /// Like ``Publisher/max()``, and returns an `Optional.Publisher`.
  ///
  /// - Complexity: O(*n*), at the call.
  @_disfavoredOverload
  @inlinable
  public func max() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.max())
  }
}
