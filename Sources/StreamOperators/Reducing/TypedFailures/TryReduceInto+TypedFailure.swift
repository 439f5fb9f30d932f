public import StreamCore
public import StreamParts

extension Publisher {
  /// Like ``Publisher/tryReduce(into:_:)->Publishers.TryReduceInto<Self,T>``, with a closure that throws upstream's
  /// failure type: the failure type stays the same.
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
  /// Like ``Publisher/tryReduce(into:_:)->Publishers.TryReduceInto<Self,T>``, for a publisher that cannot fail and a
  /// closure that throws errors of one type, which becomes the failure type.
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
  /// The untyped form. The compiler chooses it at once where the typed forms would be equivalent, which keeps long
  /// chains fast to type-check.
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
