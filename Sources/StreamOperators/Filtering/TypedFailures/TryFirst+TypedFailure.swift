public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryFirst(where:)->Publishers.TryFirstWhere<Self>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFirst(where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) -> TryFirstWherePublisher<
    Self, Failure
  > {
    TryFirstWherePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryFirst(where:)->Publishers.TryFirstWhere<Self>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFirst<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryFirstWherePublisher<Self, E>
  {
    TryFirstWherePublisher(self, predicate: predicate)
  }
}
