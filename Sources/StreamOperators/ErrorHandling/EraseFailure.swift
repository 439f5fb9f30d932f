public import StreamCore

extension Publisher {
  /// Makes `any Error` of the failure type, so that publishers of different failure types can be joined.
  ///
  ///     upstream      --1--2--#
  ///     eraseFailure()
  ///     downstream    --1--2--#
  ///
  /// As `mapError { $0 as any Error }`; a publisher that cannot fail gets a failure type that it does not use.
  ///
  /// - Returns: A publisher of the same elements and the same failure.
  @_disfavoredOverload
  @inlinable
  public func eraseFailure() -> Publishers.MapError<Self, any Error> {
    mapError { $0 as any Error }
  }
}
