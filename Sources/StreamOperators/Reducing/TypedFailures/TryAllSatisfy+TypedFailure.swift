public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, with a closure that throws upstream's
  /// failure type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryAllSatisfy(_ predicate: @escaping @Sendable (Output) throws(Failure) -> Bool)
    -> TryAllSatisfyPublisher<Self, Failure>
  {
    TryAllSatisfyPublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryAllSatisfy<E: Error>(_ predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryAllSatisfyPublisher<Self, E>
  {
    TryAllSatisfyPublisher(self, predicate: predicate)
  }
}
