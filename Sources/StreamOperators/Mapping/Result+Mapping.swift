public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Result.Publisher {
  /// Transforms the value with a closure.
  ///
  ///     Result.success(7).publisher    --7|
  ///     map { $0 * 2 }
  ///     downstream                     --14|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value.
  /// - Returns: A publisher of the new value, or of the failure.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: ((Success) -> T)?) -> Result<T, Failure>.Publisher {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Result<T, Failure>.Publisher(result.map(transform))
  }

  /// Transforms the value with a closure that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryMap { $0 < 5 ? $0 : throw e }
  ///     downstream                     #
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one, or with what is thrown.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value, or throws.
  /// - Returns: A publisher of the new value, or of the failure, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// Accumulates the value with a closure.
  ///
  ///     Result.success(7).publisher    --7|
  ///     scan(1) { $0 + $1 }
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
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: ((T, Success) -> T)?
  ) -> Result<T, Failure>.Publisher {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Accumulates the value with a closure that may throw.
  ///
  ///     Result.success(7).publisher    --7|
  ///     tryScan(1) { $1 < 5 ? $0 + $1 : throw e }
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
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Failure == Never {
  /// Gives the value a failure type, to match that of another publisher.
  ///
  ///     Result.success(7).publisher    --7|
  ///     setFailureType(to: E.self)
  ///     downstream                     --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: there is none; only the type says that there could be.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter failureType: The kind of error that the new publisher never fails with.
  /// - Returns: A publisher of the same value.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
    Result<Success, E>.Publisher(result.get())
  }
}
