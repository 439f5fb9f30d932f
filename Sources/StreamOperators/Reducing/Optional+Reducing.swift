public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// Without a value it is that of an empty stream: a count is zero, and an array empty, as of any other publisher.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Optional.Publisher {
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
    _ initialResult: T, _ nextPartialResult: ((T, Wrapped) -> T)?
  ) -> Optional<T>.Publisher {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
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
}
