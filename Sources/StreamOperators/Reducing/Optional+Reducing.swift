public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.

extension Optional.Publisher {
  /// Collects the value in an array.
  ///
  ///     Int?(7).publisher    --7|
  ///     collect()
  ///     downstream           --[7]|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of an array of the value, or of an empty one.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Optional<[Wrapped]>.Publisher {
    Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Counts the value.
  ///
  ///     Int?(7).publisher    --7|
  ///     count()
  ///     downstream           --1|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Returns: A publisher of 1, or of 0 without a value.
  @_disfavoredOverload
  @inlinable
  public func count() -> Optional<Int>.Publisher {
    Optional<Int>.Publisher(output == nil ? 0 : 1)
  }

  /// Accumulates the value with a closure.
  ///
  ///     Int?(7).publisher    --7|
  ///     reduce(1) { $0 + $1 }
  ///     downstream           --8|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value.
  /// - Returns: A publisher of the result; without a value, of the initial one.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
  }

  /// Accumulates the value with a closure that may throw.
  ///
  ///     Int?(7).publisher    --7|
  ///     tryReduce(1) { $1 < 5 ? $0 + $1 : throw e }
  ///     downstream           #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value, or throws.
  /// - Returns: A publisher of the result; without a value, of the initial one, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Wrapped) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result { try output.map { try nextPartialResult(initialResult, $0) } ?? initialResult })
  }

  /// Says whether the value satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     allSatisfy { $0 > 5 }
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`; without a value, of `true`.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? true)
  }

  /// Says whether the value satisfies a predicate that may throw.
  ///
  ///     Int?(7).publisher    --7|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream           #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`; without a value, of `true`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? true })
  }

  /// Says whether the value is one that satisfies a predicate.
  ///
  ///     Int?(7).publisher    --7|
  ///     contains { $0 > 5 }
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate) ?? false)
  }

  /// Says whether the value is one that satisfies a predicate that may throw.
  ///
  ///     Int?(7).publisher    --7|
  ///     tryContains { $0 < 5 ? true : throw e }
  ///     downstream           #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Parameter predicate: Returns `true` if the value is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Wrapped) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try output.map { try predicate($0) } ?? false })
  }

  /// Keeps the value, which is the smallest.
  ///
  ///     Int?(7).publisher    --7|
  ///     min { $0 < $1 }
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Int?(7).publisher    --7|
  ///     max { $0 < $1 }
  ///     downstream           --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter areInIncreasingOrder: Not asked, since there is one value at most.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Says whether the value is equal to another.
  ///
  ///     Int?(7).publisher    --7|
  ///     contains(7)
  ///     downstream           --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value to look for.
  /// - Returns: A publisher of `true` or `false`; without a value, of `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output == output)
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Keeps the value, which is the smallest.
  ///
  ///     Int?(7).publisher    --7|
  ///     min()
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
  public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Keeps the value, which is the largest.
  ///
  ///     Int?(7).publisher    --7|
  ///     max()
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
  public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}
