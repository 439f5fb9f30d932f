public import StreamCore

extension Publisher where Failure == Never {
  /// Gives a publisher that cannot fail a failure type, to match that of another publisher.
  ///
  ///     upstream      --1--2--|
  ///     setFailureType(to: E.self)
  ///     downstream    --1--2--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: there is none; only the type says that there could be.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter failureType: The kind of error that the new publisher never fails with.
  /// - Returns: A publisher of the same elements.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}
