public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Just {
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
    _ initialResult: T, _ nextPartialResult: ((T, Output) -> T)?
  ) -> Result<T, Never>.Publisher {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
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
}
