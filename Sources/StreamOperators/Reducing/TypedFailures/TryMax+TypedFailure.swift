public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryMax(by:)->Publishers.TryComparison<Self>``, with a closure that throws upstream's failure
  /// type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMax(by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool)
    -> TryComparisonPublisher<Self, Failure>
  {
    TryComparisonPublisher(self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryMax(by:)->Publishers.TryComparison<Self>``, for a publisher that cannot fail and a closure
  /// that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMax<E: Error>(by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool)
    -> TryComparisonPublisher<Self, E>
  {
    TryComparisonPublisher(self, areInIncreasingOrder: areInIncreasingOrder)
  }
}
