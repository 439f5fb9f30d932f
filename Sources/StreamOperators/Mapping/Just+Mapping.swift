public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Just {
  /// Transforms the value with a closure.
  ///
  ///     Just(7)       --7|
  ///     map { $0 * 2 }
  ///     downstream    --14|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value.
  /// - Returns: A publisher of the new value.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: ((Output) -> T)?) -> Just<T> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Just<T>(transform(output))
  }

  /// Transforms the value with a closure that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryMap { $0 < 5 ? $0 : throw e }
  ///     downstream    #
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value, or throws.
  /// - Returns: A publisher of the new value, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Transforms the value with a closure, and leaves it out if nothing is made of it.
  ///
  ///     Just(7)       --7|
  ///     compactMap { $0 < 5 ? $0 : nil }
  ///     downstream    |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value, or returns `nil`.
  /// - Returns: A publisher of the new value, if there is one.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: ((Output) -> T?)?) -> Optional<T>.Publisher {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    return Optional<T>.Publisher(transform(output))
  }

  /// Accumulates the value with a closure.
  ///
  ///     Just(7)       --7|
  ///     scan(1) { $0 + $1 }
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
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: ((T, Output) -> T)?
  ) -> Result<T, Never>.Publisher {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Accumulates the value with a closure that may throw.
  ///
  ///     Just(7)       --7|
  ///     tryScan(1) { $1 < 5 ? $0 + $1 : throw e }
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
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Gives the value a failure type, to match that of another publisher.
  ///
  ///     Just(7)       --7|
  ///     setFailureType(to: E.self)
  ///     downstream    --7|
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
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }
}
