public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryMin(by:)->Publishers.TryComparison<Self>``, with a closure that throws upstream's type of
  /// failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryMin(by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool)
    -> TryComparisonPublisher<Self, Failure>
  {
    TryComparisonPublisher(self) { (first, second) throws(Failure) in try areInIncreasingOrder(second, first) }
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryMin(by:)->Publishers.TryComparison<Self>``, of a publisher that cannot fail, with a closure
  /// that throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryMin<E: Error>(by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool)
    -> TryComparisonPublisher<Self, E>
  {
    TryComparisonPublisher(self) { (first, second) throws(E) in try areInIncreasingOrder(second, first) }
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryMin(by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryMin(by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }
}
