public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryCompactMap(_:)->Publishers.TryCompactMap<Self,T>``, with a closure that throws upstream's type
  /// of failure, which stays.
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
  /// Like ``Publisher/tryCompactMap(_:)->Publishers.TryCompactMap<Self,T>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCompactMap<T, E: Error>(_ transform: @escaping @Sendable (Output) throws(E) -> T?)
    -> TryCompactMapPublisher<Self, T, E>
  {
    TryCompactMapPublisher(self, transform: transform)
  }
}
