public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, with a closure that throws upstream's
  /// type of failure, which stays.
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
  /// Like ``Publisher/tryContains(where:)->Publishers.TryContainsWhere<Self>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryContains<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryContainsWherePublisher<Self, E>
  {
    TryContainsWherePublisher(self, predicate: predicate)
  }
}
