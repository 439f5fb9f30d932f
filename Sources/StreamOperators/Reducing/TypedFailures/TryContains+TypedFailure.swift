public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, with a closure that throws upstream's
  /// failure type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryContains(where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool)
    -> TryContainsWherePublisher<Self, Failure>
  {
    TryContainsWherePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryContains<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryContainsWherePublisher<Self, E>
  {
    TryContainsWherePublisher(self, predicate: predicate)
  }
}
