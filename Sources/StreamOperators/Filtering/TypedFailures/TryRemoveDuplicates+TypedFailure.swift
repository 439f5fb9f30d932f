public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, with a closure that throws
  /// upstream's failure type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates(by predicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool)
    -> TryRemoveDuplicatesPublisher<Self, Failure>
  {
    TryRemoveDuplicatesPublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryRemoveDuplicates(by:)->Publishers.TryRemoveDuplicates<Self>``, for a publisher that cannot
  /// fail and a closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryRemoveDuplicates<E: Error>(by predicate: @escaping @Sendable (Output, Output) throws(E) -> Bool)
    -> TryRemoveDuplicatesPublisher<Self, E>
  {
    TryRemoveDuplicatesPublisher(self, predicate: predicate)
  }
}
