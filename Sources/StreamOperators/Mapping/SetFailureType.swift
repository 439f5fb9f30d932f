public import StreamCore

extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail, to match another publisher's.
  ///
  ///     upstream      --1--2--3--|
  ///     ignoreFailure().setFailureType(to: MarbleFailure.self)
  ///     downstream    --1--2--3--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: never fails; only the failure type changes.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter failureType: The failure type of the returned publisher.
  /// - Returns: A publisher of the same elements.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}
