public import StreamCore

extension Publisher {
  /// Makes `any Error` of the failure type, so that publishers of different failure types can be joined.
  ///
  ///     upstream      --1--2--#
  ///     eraseFailure()
  ///     downstream    --1--2--#
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on as `any Error`; a publisher that cannot fail gets the type, and does not use it.
  /// - **Threads**: passes signals on where they come.
  ///
  /// - Returns: A publisher of the same elements and the same failure.
  @_disfavoredOverload
  @inlinable
  public func eraseFailure() -> Publishers.MapError<Self, any Error> {
    mapError { $0 as any Error }
  }
}
