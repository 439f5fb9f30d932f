public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryScan(_:_:)->Publishers.TryScan<Self,T>``, with a closure that throws upstream's failure type:
  /// the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T)
    -> TryScanPublisher<Self, T, Failure>
  {
    TryScanPublisher(self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryScan(_:_:)->Publishers.TryScan<Self,T>``, for a publisher that cannot fail and a closure that
  /// throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryScan<T, E: Error>(
    _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
  ) -> TryScanPublisher<Self, T, E> {
    TryScanPublisher(self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}
