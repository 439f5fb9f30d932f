public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Just {
  /// Like ``Publisher/reduce(_:_:)``, and returns a `Result.Publisher`; `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, and returns a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Like ``Publisher/collect()``, and stays a `Just`.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Like ``Publisher/count()``, and stays a `Just`.
  @_disfavoredOverload
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(1)
  }

  /// Like ``Publisher/allSatisfy(_:)``, and stays a `Just`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Like ``Publisher/contains(where:)``, and stays a `Just`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, and returns a `Result.Publisher`;
  /// `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, and returns a `Result.Publisher`;
  /// `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Like ``Publisher/min(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Like ``Publisher/max(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Like ``Publisher/tryMin(by:)->Publishers.TryComparison<Self>``, and returns a `Result.Publisher`.
  ///
  /// `areInIncreasingOrder` runs once, at the call, with the value as both arguments: only what it throws matters.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(
      Result {
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }

  /// Like ``Publisher/tryMax(by:)->Publishers.TryComparison<Self>``, and returns a `Result.Publisher`.
  ///
  /// `areInIncreasingOrder` runs once, at the call, with the value as both arguments: only what it throws matters.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result.Publisher(
      Result {
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }
}

extension Just where Output: Equatable {
  /// Like ``Publisher/contains(_:)``, and stays a `Just`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }
}

extension Just where Output: Comparable {
  /// Like ``Publisher/min()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Just<Output> {
    self
  }

  /// Like ``Publisher/max()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Just<Output> {
    self
  }
}
