public import StreamCore

// The result is known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context requires the type that it returns.

extension Result.Publisher {
  /// Like ``StreamCore/Publisher/mapError(_:)``, and stays a `Result.Publisher`; `transform` runs at the call.
  @_disfavoredOverload
  @inlinable
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
    Result<Success, E>.Publisher(result.mapError(transform))
  }

  /// Like ``StreamCore/Publisher/replaceError(with:)``, and stays a `Result.Publisher`.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
    Result<Success, Never>.Publisher(.success((try? result.get()) ?? output))
  }

  /// Like ``StreamCore/Publisher/retry(_:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Like ``StreamCore/Publisher/assertNoFailure(_:file:line:)``, and stays a `Result.Publisher`; a failure stops the
  /// program at the call.
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
