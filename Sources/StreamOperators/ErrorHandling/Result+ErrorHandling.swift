public import StreamCore

// Of one result that is at hand the outcome is known at once, where the context asks for its type.

extension Result.Publisher {
  /// Transforms a failure with a closure.
  ///
  ///     Result.success(7).publisher    --7|
  ///     mapError { … }
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: transformed, at once.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new error of the failure.
  /// - Returns: A publisher of the same value, or of the new failure.
  @_disfavoredOverload
  @inlinable
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
    Result<Success, E>.Publisher(result.mapError(transform))
  }

  /// Replaces a failure by a value.
  ///
  ///     Result.success(7).publisher    --7|
  ///     replaceError(with: 9)
  ///     downstream                     --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter output: The value that takes the place of a failure.
  /// - Returns: A publisher of the value, or of `output`.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
    Result<Success, Never>.Publisher(.success((try? result.get()) ?? output))
  }

  /// Keeps the result, which would be the same if it were asked for anew.
  ///
  ///     Result.success(7).publisher    --7|
  ///     retry(3)
  ///     downstream                     --7|
  ///
  /// - **Demand**: a value waits for it; a failure does not.
  /// - **Completion**: right after the value.
  /// - **Failure**: at once, if the result is one.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter times: Not used, since the result stays the same.
  /// - Returns: This publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Stops the program if the result is a failure.
  ///
  ///     Result.success(7).publisher    --7|
  ///     assertNoFailure()
  ///     downstream                     --7|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value.
  /// - **Failure**: a fatal error at once, with the prefix, the failure, and the place of the call.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameters:
  ///   - prefix: What the message begins with.
  ///   - file: The file that the message names.
  ///   - line: The line that the message names.
  /// - Returns: A publisher of the value.
  @_disfavoredOverload
  @inlinable
  public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Result<Success, Never>.Publisher {
    switch result {
    case .success(let output): Result<Success, Never>.Publisher(output)
    case .failure(let error): stop(at: error, prefix: prefix, file: file, line: line)
    }
  }
}
