public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryCompactMap(_:)->Publishers.TryCompactMap<Self,T>``, with a closure that throws upstream's
  /// failure type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCompactMap<T>(_ transform: @escaping @Sendable (Output) throws(Failure) -> T?)
    -> TryCompactMapPublisher<Self, T, Failure>
  {
    TryCompactMapPublisher(self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryCompactMap(_:)->Publishers.TryCompactMap<Self,T>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCompactMap<T, E: Error>(_ transform: @escaping @Sendable (Output) throws(E) -> T?)
    -> TryCompactMapPublisher<Self, T, E>
  {
    TryCompactMapPublisher(self, transform: transform)
  }
}
