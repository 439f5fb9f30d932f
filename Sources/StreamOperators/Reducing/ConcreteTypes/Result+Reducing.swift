public import StreamCore

// The result is known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Result.Publisher {
  /// Like ``StreamCore/Publisher/reduce(_:_:)``, and stays a `Result.Publisher`; `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Like ``StreamCore/Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, and stays a `Result.Publisher`;
  /// `nextPartialResult` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }

  /// Like ``StreamCore/Publisher/collect()``, and stays a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher {
    Result<[Success], Failure>.Publisher(result.map { [$0] })
  }

  /// Like ``StreamCore/Publisher/count()``, and stays a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(result.map { _ in 1 })
  }

  /// Like ``StreamCore/Publisher/allSatisfy(_:)``, and stays a `Result.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Like ``StreamCore/Publisher/contains(where:)``, and stays a `Result.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Like ``StreamCore/Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, and stays a `Result.Publisher`;
  /// `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Like ``StreamCore/Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, and stays a
  /// `Result.Publisher`; `predicate` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Like ``StreamCore/Publisher/min(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/max(by:)``, and returns this publisher without a call of `areInIncreasingOrder`.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/tryMin(by:)->Publishers.TryComparison<Self>``, and returns a `Result.Publisher`.
  ///
  /// `areInIncreasingOrder` runs once, at the call, with the value as both arguments: only what it throws matters.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }

  /// Like ``StreamCore/Publisher/tryMax(by:)->Publishers.TryComparison<Self>``, and returns a `Result.Publisher`.
  ///
  /// `areInIncreasingOrder` runs once, at the call, with the value as both arguments: only what it throws matters.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(
      Result<Success, any Error> {
        let output = try result.get()
        _ = try areInIncreasingOrder(output, output)
        return output
      })
  }
}

extension Result.Publisher where Success: Equatable {
  /// Like ``StreamCore/Publisher/contains(_:)``, and stays a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map { $0 == output })
  }
}

extension Result.Publisher where Success: Comparable {
  /// Like ``StreamCore/Publisher/min()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/max()``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}
