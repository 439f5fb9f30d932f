public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.

extension Just {
  /// Collects the value in an array.
  ///
  ///     Just(7)       --7|
  ///     collect()
  ///     downstream    --[7]|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Counts the value.
  ///
  ///     Just(7)       --7|
  ///     count()
  ///     downstream    --1|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1.
  @_disfavoredOverload
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(1)
  }

  /// Accumulates the value with a closure.
  ///
  ///     Just(7)       --7|
  ///     reduce(1) { $0 + $1 }
  ///     downstream    --8|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value.
  /// - Returns: A publisher of the result.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Accumulates the value with a closure that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryReduce(1) { $1 < 5 ? $0 + $1 : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value, or throws.
  /// - Returns: A publisher of the result, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Says whether the value satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Just(7)       --7|
  ///     contains { $0 > 5 }
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     min { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     tryMin { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same value, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result<Output, any Error>.Publisher(output)
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     max { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     tryMax { $0 < $1 }
  ///     downstream    --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: A publisher of the same value, whose failure is of any kind.
  @_disfavoredOverload
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    Result<Output, any Error>.Publisher(output)
  }
}

extension Just where Output: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Just(7)       --7|
  ///     contains(7)
  ///     downstream    --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }
}

extension Just where Output: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Just(7)       --7|
  ///     min()
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
  public func min() -> Just<Output> {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Just(7)       --7|
  ///     max()
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
  public func max() -> Just<Output> {
    self
  }
}
