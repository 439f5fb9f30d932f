public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, with a closure that throws upstream's
  /// failure type: the failure type stays the same.
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
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryPrefix<E: Error>(while predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryPrefixWhilePublisher<Self, E>
  {
    TryPrefixWhilePublisher(self, predicate: predicate)
  }
}
