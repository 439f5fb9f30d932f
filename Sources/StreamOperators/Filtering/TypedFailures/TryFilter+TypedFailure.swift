public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool) -> TryFilterPublisher<
    Self, Failure
  > {
    TryFilterPublisher(self, isIncluded: isIncluded)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, of a publisher that cannot fail, with a closure that
  /// throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryFilter<E: Error>(_ isIncluded: @escaping @Sendable (Output) throws(E) -> Bool) -> TryFilterPublisher<
    Self, E
  > {
    TryFilterPublisher(self, isIncluded: isIncluded)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryFilter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}
