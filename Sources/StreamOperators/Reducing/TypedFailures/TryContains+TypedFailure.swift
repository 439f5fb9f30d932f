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
  @inlinable
  @preconcurrency
  public func tryContains<E: Error>(where predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryContainsWherePublisher<Self, E>
  {
    TryContainsWherePublisher(self, predicate: predicate)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryContains(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryContains(where predicate: @escaping @Sendable (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}
