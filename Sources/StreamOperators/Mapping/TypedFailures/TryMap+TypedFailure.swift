public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, with a closure that throws upstream's failure type: the
  /// failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws(Failure) -> T) -> TryMapPublisher<
    Self, T, Failure
  > {
    TryMapPublisher(self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, for a publisher that cannot fail and a closure that
  /// throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T, E: Error>(_ transform: @escaping @Sendable (Output) throws(E) -> T) -> TryMapPublisher<
    Self, T, E
  > {
    TryMapPublisher(self, transform: transform)
  }
}
