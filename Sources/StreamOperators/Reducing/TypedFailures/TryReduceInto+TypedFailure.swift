public import StreamCore
public import StreamParts

extension Publisher {
  /// Like ``Publisher/tryReduce(into:_:)->Publishers.TryReduceInto<Self,T>``, with a closure that throws upstream's
  /// type of failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T>(
    into initial: T, _ update: @escaping @Sendable (inout T, Output) throws(Failure) -> Void
  ) -> TryReduceIntoPublisher<Self, T, Failure> {
    TryReduceIntoPublisher(self, initial: initial, update: update)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryReduce(into:_:)->Publishers.TryReduceInto<Self,T>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T, E: Error>(
    into initial: T, _ update: @escaping @Sendable (inout T, Output) throws(E) -> Void
  ) -> TryReduceIntoPublisher<Self, T, E> {
    TryReduceIntoPublisher(self, initial: initial, update: update)
  }

  /// For a closure that does not throw, `Failure` cannot be inferred, so it is `any Error`, as in Combine.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T>(into initial: T, _ update: @escaping @Sendable (inout T, Output) -> Void)
    -> Publishers.TryReduceInto<Self, T>
  {
    Publishers.TryReduceInto(upstream: self, initial: initial, update: update)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to
  /// check.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryReduce<T>(into initial: T, _ update: @escaping @Sendable (inout T, Output) throws -> Void)
    -> Publishers.TryReduceInto<Self, T>
  {
    Publishers.TryReduceInto(upstream: self, initial: initial, update: update)
  }
}
