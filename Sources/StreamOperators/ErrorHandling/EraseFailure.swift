public import StreamCore

extension Publisher {
  /// Changes the failure type to `any Error`, so that publishers with different failure types can be combined.
  ///
  ///     upstream      --1--2--#
  ///     eraseFailure()
  ///     downstream    --1--2--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on as `any Error`; for a publisher that cannot fail, only the type changes.
  /// - **Threads**: passes signals on where they come.
  ///
  /// - Returns: A publisher of the same elements and the same failure.
  @_disfavoredOverload
  @inlinable
  public func eraseFailure() -> Publishers.MapError<Self, any Error> {
    mapError { $0 as any Error }
  }
}
