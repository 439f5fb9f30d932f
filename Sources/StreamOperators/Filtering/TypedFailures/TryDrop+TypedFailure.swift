public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryDrop(while:)->Publishers.TryDropWhile<Self>``, with a closure that throws upstream's failure
  /// type: the failure type stays the same.
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
  /// Like ``Publisher/tryDrop(while:)->Publishers.TryDropWhile<Self>``, for a publisher that cannot fail and a closure
  /// that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryDrop<E: Error>(while predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryDropWhilePublisher<Self, E>
  {
    TryDropWhilePublisher(self, predicate: predicate)
  }
}
