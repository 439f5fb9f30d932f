public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Collects the value in an array.
  ///
  ///     Result.success(7).publisher    --7|
  ///     collect()
  ///     downstream                     --[7]|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher {
    Result<[Success], Failure>.Publisher(result.map { [$0] })
  }

  /// Counts the value.
  ///
  ///     Result.success(7).publisher    --7|
  ///     count()
  ///     downstream                     --1|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(result.map { _ in 1 })
  }

  /// Accumulates the value with a closure.
  ///
  ///     Result.success(7).publisher    --7|
  ///     reduce(1) { $0 + $1 }
  ///     downstream                     --8|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value.
  /// - Returns: A publisher of the result, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Accumulates the value with a closure that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryReduce(1) { $1 < 5 ? $0 + $1 : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value, or throws.
  /// - Returns: A publisher of the result, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }

  /// Says whether the value satisfies a predicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Result.success(7).publisher    --7|
  ///     contains { $0 > 5 }
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     min { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMin { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same result, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(result.mapError { $0 })
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     max { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Success, Success) -> Bool) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMax { $0 < $1 }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same result, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    Result<Success, any Error>.Publisher(result.mapError { $0 })
  }
}

extension Result.Publisher where Success: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Result.success(7).publisher    --7|
  ///     contains(7)
  ///     downstream                     --true|
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map { $0 == output })
  }
}

extension Result.Publisher where Success: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     min()
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Result.success(7).publisher    --7|
  ///     max()
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}
