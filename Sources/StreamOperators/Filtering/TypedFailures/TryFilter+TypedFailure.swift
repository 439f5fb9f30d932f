public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, with a closure that throws upstream's failure type:
  /// the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool) -> TryFilterPublisher<
    Self, Failure
  > {
    TryFilterPublisher(self, isIncluded: isIncluded)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryFilter(_:)->Publishers.TryFilter<Self>``, for a publisher that cannot fail and a closure that
  /// throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter<E: Error>(_ isIncluded: @escaping @Sendable (Output) throws(E) -> Bool) -> TryFilterPublisher<
    Self, E
  > {
    TryFilterPublisher(self, isIncluded: isIncluded)
  }
}
