public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryDrop(while:)->Publishers.TryDropWhile<Self>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryDrop(while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) -> TryDropWhilePublisher<
    Self, Failure
  > {
    TryDropWhilePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryDrop(while:)->Publishers.TryDropWhile<Self>``, of a publisher that cannot fail, with a closure
  /// that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryDrop<E: Error>(while predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryDropWhilePublisher<Self, E>
  {
    TryDropWhilePublisher(self, predicate: predicate)
  }
}
