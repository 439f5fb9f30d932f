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
  @inlinable
  @preconcurrency
  public func tryCompactMap<T, E: Error>(_ transform: @escaping @Sendable (Output) throws(E) -> T?)
    -> TryCompactMapPublisher<Self, T, E>
  {
    TryCompactMapPublisher(self, transform: transform)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryCompactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryCompactMap<T>(_ transform: @escaping @Sendable (Output) throws -> T?)
    -> Publishers.TryCompactMap<Self, T>
  {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}
