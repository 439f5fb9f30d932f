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
  @inlinable
  @preconcurrency
  public func tryLast<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryLastWherePublisher<Self, E>
  {
    TryLastWherePublisher(self, predicate: predicate)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryLast(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryLast(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}
