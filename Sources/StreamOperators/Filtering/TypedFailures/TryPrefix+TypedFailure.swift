public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, with a closure that throws upstream's type
  /// of failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryPrefix(while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool)
    -> TryPrefixWhilePublisher<Self, Failure>
  {
    TryPrefixWhilePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryPrefix<E: Error>(while predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryPrefixWhilePublisher<Self, E>
  {
    TryPrefixWhilePublisher(self, predicate: predicate)
  }
}
