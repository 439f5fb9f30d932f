public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, with a closure that throws upstream's type
  /// of failure, which stays.
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
  /// Like ``Publisher/tryAllSatisfy(_:)->Publishers.TryAllSatisfy<Self>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryAllSatisfy<E: Error>(_ predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryAllSatisfyPublisher<Self, E>
  {
    TryAllSatisfyPublisher(self, predicate: predicate)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryAllSatisfy(_ predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryAllSatisfy(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self>
  {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}
