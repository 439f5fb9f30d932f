public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryLast(where:)->Publishers.TryLastWhere<Self>``, with a closure that throws upstream's failure
  /// type: the failure type stays the same.
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
  /// Like ``Publisher/tryLast(where:)->Publishers.TryLastWhere<Self>``, for a publisher that cannot fail and a closure
  /// that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryLast<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryLastWherePublisher<Self, E>
  {
    TryLastWherePublisher(self, predicate: predicate)
  }
}
