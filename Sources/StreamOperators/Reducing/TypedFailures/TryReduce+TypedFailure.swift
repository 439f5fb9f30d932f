public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
  ) -> TryReducePublisher<Self, T, Failure> {
    TryReducePublisher(self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, of a publisher that cannot fail, with a closure
  /// that throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryReduce<T, E: Error>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
  ) -> TryReducePublisher<Self, T, E> {
    TryReducePublisher(self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T)
    -> Publishers.TryReduce<Self, T>
  {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T)
    -> Publishers.TryReduce<Self, T>
  {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
