public import StreamCore

// Without elements and without failures, another failure type needs no stage. The form is disfavoured: the compiler
// chooses it only where the context requires an `Empty`.

extension Empty where Failure == Never {
  /// Like ``Publisher/setFailureType(to:)``, and stays an `Empty`.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Empty<Output, E> {
    Empty<Output, E>(completeImmediately: completeImmediately)
  }
}
