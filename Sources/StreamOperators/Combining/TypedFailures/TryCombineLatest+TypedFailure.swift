public import StreamCore
public import StreamParts

extension Publisher {
  /// Like ``Publisher/tryCombineLatest(_:_:)->Publishers.TryCombineLatest<Self,P,T>``, with a closure that throws
  /// upstream's failure type: the failure type stays the same.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCombineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws(Failure) -> T
  ) -> TryCombineLatestPublisher<Self, P, T, Failure> where P.Failure == Failure {
    TryCombineLatestPublisher(self, with: other, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryCombineLatest(_:_:)->Publishers.TryCombineLatest<Self,P,T>``, for publishers that cannot fail
  /// and a closure that throws errors of one type, which becomes the failure type.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCombineLatest<P: Publisher, T, E: Error>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws(E) -> T
  ) -> TryCombineLatestPublisher<Self, P, T, E> where P.Failure == Never {
    TryCombineLatestPublisher(self, with: other, transform: transform)
  }

  /// For a closure that does not throw, `Failure` cannot be inferred, so it is `any Error`, as in Combine.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCombineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.TryCombineLatest<Self, P, T> where P.Failure == Never {
    Publishers.TryCombineLatest(self, other, transform: transform)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form. The compiler chooses it at once where the typed forms would be equivalent, which keeps long
  /// chains fast to type-check.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCombineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws -> T
  ) -> Publishers.TryCombineLatest<Self, P, T> where P.Failure == any Error {
    Publishers.TryCombineLatest(self, other, transform: transform)
  }
}
