public import StreamCore

// What delivers nothing needs no stage to look as if it could fail, where the context asks for its type.

extension Empty where Failure == Never {
  /// Gives a publisher of nothing a failure type, to match that of another publisher.
  ///
  ///     Empty<Int, Never>()    |
  ///     setFailureType(to: E.self)
  ///     downstream             |
  ///
  /// - **Demand**: none is needed.
  /// - **Completion**: at once, or never, as this publisher.
  /// - **Failure**: there is none; only the type says that there could be.
  /// - **Threads**: finishes on the thread that subscribes.
  ///
  /// - Parameter failureType: The kind of error that the new publisher never fails with.
  /// - Returns: A publisher that finishes when this one does.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Empty<Output, E> {
    Empty<Output, E>(completeImmediately: completeImmediately)
  }
}
