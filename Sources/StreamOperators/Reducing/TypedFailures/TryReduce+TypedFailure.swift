public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, with a closure that throws upstream's failure
  /// type: the failure type stays the same.
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
  /// Like ``Publisher/tryReduce(_:_:)->Publishers.TryReduce<Self,T>``, for a publisher that cannot fail and a closure
  /// that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T, E: Error>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
  ) -> TryReducePublisher<Self, T, E> {
    TryReducePublisher(self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
