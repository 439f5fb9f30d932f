public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryFirst(where:)->Publishers.TryFirstWhere<Self>``, with a closure that throws upstream's failure
  /// type: the failure type stays the same.
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
  /// Like ``Publisher/tryFirst(where:)->Publishers.TryFirstWhere<Self>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFirst<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryFirstWherePublisher<Self, E>
  {
    TryFirstWherePublisher(self, predicate: predicate)
  }
}
