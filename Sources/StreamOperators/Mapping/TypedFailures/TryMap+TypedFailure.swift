public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, with a closure that throws upstream's type of failure,
  /// which stays.
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
  /// Like ``Publisher/tryMap(_:)->Publishers.TryMap<Self,T>``, of a publisher that cannot fail, with a closure that
  /// throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMap<T, E: Error>(_ transform: @escaping @Sendable (Output) throws(E) -> T) -> TryMapPublisher<
    Self, T, E
  > {
    TryMapPublisher(self, transform: transform)
  }
}
