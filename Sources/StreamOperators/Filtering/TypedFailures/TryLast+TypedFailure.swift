public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryLast(where:)->Publishers.TryLastWhere<Self>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryLast(where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) -> TryLastWherePublisher<
    Self, Failure
  > {
    TryLastWherePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryLast(where:)->Publishers.TryLastWhere<Self>``, of a publisher that cannot fail, with a closure
  /// that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryLast<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryLastWherePublisher<Self, E>
  {
    TryLastWherePublisher(self, predicate: predicate)
  }
}
