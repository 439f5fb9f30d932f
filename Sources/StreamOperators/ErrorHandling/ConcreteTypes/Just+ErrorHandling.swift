public import StreamCore

// Without a failure there is nothing to handle. These forms are disfavoured: the compiler chooses one only where the
// context requires the type that it returns.

extension Just {
  /// Like ``Publisher/mapError(_:)``, and returns a `Result.Publisher` without a call of `transform`.
  @_disfavoredOverload
  @inlinable
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }

  /// Like ``Publisher/replaceError(with:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Like ``Publisher/retry(_:)``, and returns this publisher.
  @_disfavoredOverload
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
    self
  }
}
