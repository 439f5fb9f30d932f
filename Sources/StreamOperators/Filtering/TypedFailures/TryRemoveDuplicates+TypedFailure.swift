public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, with a closure that throws
  /// upstream's type of failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates(by predicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool)
    -> TryRemoveDuplicatesPublisher<Self, Failure>
  {
    TryRemoveDuplicatesPublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, of a publisher that cannot
  /// fail, with a closure that throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates<E: Error>(by predicate: @escaping @Sendable (Output, Output) throws(E) -> Bool)
    -> TryRemoveDuplicatesPublisher<Self, E>
  {
    TryRemoveDuplicatesPublisher(self, predicate: predicate)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates(by predicate: @escaping @Sendable (Output, Output) -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates(by predicate: @escaping @Sendable (Output, Output) throws -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}
